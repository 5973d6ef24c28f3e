import { capacity_Ah } from '../cell/capacity.ts';
import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { pathOf } from '../fields/paths.ts';
import { safetyTestOf, testTypes, type TestItem } from '../data/tests.ts';
import { stepListHours } from './duration.ts';
import { idealCellOf } from './ideal-cell.ts';
import { roundToSixDigits } from './parameters.ts';
import { pybammText } from './pybamm-text.ts';
import { protocolOf } from './protocol.ts';
import type { StepQuantity, Step } from './steps.ts';

/** A step list as a file; docs/step-list.schema.json is its schema, docs/step-list.md explains it. */
interface StepListFile {
  format: 'vfp-step-list';
  /** Version of the format: the first number changes when older readers would misread it. */
  version: '1.0.0';
  test: { type: string; name: string };
  conditions: { temperature: StepQuantity; nominal_capacity?: StepQuantity };
  record: { time_s: number };
  /** Planned with an idealised cell, to about 10 %. */
  planned_duration: StepQuantity;
  method: Step[];
}

/** Both exports of a test; nothing but the keys of what is missing, while something is. */
export type Exports =
  | { file: StepListFile; pybamm: string; missing: readonly [] }
  | { file: undefined; pybamm: undefined; missing: readonly string[] };

/** Builds the file and the PyBaMM text of a test of an order. */
export function exportsOf(doc: OrderDoc, item: TestItem): Exports {
  const { steps, missing } = protocolOf(doc, item);
  const at = (key: string) => asNumber(doc[pathOf('tests', item.id, key)]);
  const settings = { temp: at('temp'), samplingInterval: at('samplingInterval') };
  const { temp } = settings;
  // A pulse test records its pulses as ordered, and all else more slowly: as in test-steps.ts.
  const slowest_s = item.type === 'Pulse' ? 10 : 0;
  const samplingInterval = settings.samplingInterval && Math.max(slowest_s, settings.samplingInterval);
  if (steps === undefined || temp === undefined || samplingInterval === undefined) {
    const unset = Object.entries(settings).flatMap(([key, value]) => (value === undefined ? [key] : []));
    return { file: undefined, pybamm: undefined, missing: [...missing, ...unset] };
  }
  const cell = idealCellOf(doc, item);
  const name = nameOfTest(doc, item);
  const capacity = capacity_Ah(doc);
  const eolSoh_pct = item.type === 'Cycle' ? at('eolSoh') : undefined;
  const file: StepListFile = {
    format: 'vfp-step-list',
    version: '1.0.0',
    test: { type: item.type, name },
    conditions: {
      temperature: { value: temp, unit: 'degC' },
      ...(capacity !== undefined && { nominal_capacity: { value: roundToSixDigits(capacity), unit: 'Ah' } }),
    },
    record: { time_s: samplingInterval },
    planned_duration: { value: roundToSixDigits(stepListHours(steps, cell)), unit: 'h' },
    method: steps,
  };
  const pybamm = pybammText(steps, cell, {
    title: name,
    temperature_C: temp,
    samplingInterval_s: samplingInterval,
    ...(eolSoh_pct !== undefined && { eolSoh_pct }),
  });
  return { file, pybamm, missing: [] };
}

/** The name of the test; of a safety test it says that its steps are the preparation and nothing else. */
function nameOfTest(doc: OrderDoc, item: TestItem): string {
  const type = testTypes.find((row) => row.code === item.type)?.label ?? item.type;
  if (item.type !== 'Safety') return type;
  return `${[type, safetyTestOf(doc, item.id)].filter((each) => each !== undefined).join(', ')}: preparation only`;
}
