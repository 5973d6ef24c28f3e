import { arealCapacityOf, assumed, capacity_Ah, estimatedCapacity_Ah } from './capacity.ts';
import { chemistryOf } from './chemistries.ts';
import { duration_h } from './durations.ts';
import { asNumber } from './field.ts';
import { formatOf } from './formats.ts';
import type { OrderDoc } from './order.ts';
import { assumedOuterTurns, rollOf, stackThickness_mm } from './roll.ts';
import { testsOf } from './tests.ts';

/** A value computed from the fields of an order, with the assumptions behind it. */
export interface Derived {
  /** Path of the field next to which it is shown. */
  path: string;
  code: string;
  value: number;
  unit: string;
  assumes: Assumption[];
}

/** An assumption: the code of the client's text for it, and the figure in that text. */
interface Assumption {
  code: 'closingTurns' | 'active' | 'specific' | 'anode' | 'usable' | 'tab' | 'average' | 'coating' | 'fit';
  value?: number;
}

/** Returns all values that can be computed from an order. Values with a missing input are left out. */
export function derivedOf(doc: OrderDoc): Derived[] {
  return [...designValues(doc), ...coatingValues(doc), ...testValues(doc)];
}

function designValues(doc: OrderDoc): Derived[] {
  const out: Derived[] = [];
  const stack = stackThickness_mm(doc);
  if (stack !== undefined)
    out.push({ path: 'separatorThickness_mm', code: 'stack', value: stack, unit: 'mm', assumes: [] });
  const roll = rollOf(doc);
  if (roll !== undefined) {
    const path = 'electrodes/cathode/electrodeHorizontalLength_mm';
    const assumes: Assumption[] = [{ code: 'closingTurns', value: assumedOuterTurns }];
    out.push({ path, code: 'roll', value: roll.diameter_mm, unit: 'mm', assumes });
    if (roll.widest_mm !== null) out.push({ path, code: 'rollMax', value: roll.widest_mm, unit: 'mm', assumes: [] });
    out.push({ path: 'windingShaftDiameter_mm', code: 'turns', value: roll.turns, unit: 'turns', assumes: [] });
  }
  return [...out, ...capacityValues(doc)];
}

function capacityValues(doc: OrderDoc): Derived[] {
  const out: Derived[] = [];
  const areal = arealCapacityOf(doc);
  const chemistry = chemistryOf(doc);
  if (areal !== undefined && chemistry !== undefined) {
    const assumes: Assumption[] = [
      { code: 'active', value: assumed.activeFraction * 100 },
      { code: 'specific', value: chemistry.cathode_mAh_g ?? 0 },
    ];
    out.push({ path: 'electrodes/cathode/massLoading_mg_cm2', code: 'areal', value: areal, unit: 'mAh/cm²', assumes });
  }
  const estimate = estimatedCapacity_Ah(doc);
  if (estimate !== undefined) {
    const assumes: Assumption[] = [
      { code: 'anode' },
      { code: 'usable', value: assumed.utilization * 100 },
      { code: 'tab', value: assumed.tabGap_mm },
    ];
    out.push({ path: 'nominalCapacity_Ah', code: 'capacity', value: estimate, unit: 'Ah', assumes });
  }
  const capacity = capacity_Ah(doc);
  if (capacity !== undefined && chemistry !== undefined) {
    const value = capacity * chemistry.nominal_V;
    out.push({
      path: 'nominalCapacity_Ah',
      code: 'energy',
      value,
      unit: 'Wh',
      assumes: [{ code: 'average', value: chemistry.nominal_V }],
    });
  }
  return out;
}

function coatingValues(doc: OrderDoc): Derived[] {
  return (['cathode', 'anode'] as const).flatMap((electrode) => {
    const need = coatingNeed_m(doc, electrode);
    if (need === undefined) return [];
    const path = `electrodes/${electrode}/coating_meter_count`;
    return [{ path, code: 'coatingNeed', value: need, unit: 'm', assumes: [{ code: 'coating' }] }];
  });
}

/** What the coating line is assumed to need. The text of the assumption `coating` names the same figures. */
const coating = { width_mm: 200, gap_mm: 50, yield: 0.8, startUp_m: 10 } as const;

/**
 * Computes the meters of foil that the ordered cells need.
 * @returns undefined for cells that are not wound, or while the quantity or a length is missing
 */
export function coatingNeed_m(doc: OrderDoc, electrode: 'cathode' | 'anode'): number | undefined {
  const cells = asNumber(doc['quantity']);
  const length = asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]);
  const height = asNumber(doc[`electrodes/${electrode}/electrodeVerticalLength_mm`]);
  if (formatOf(doc)?.wound !== true || cells === undefined || length === undefined || height === undefined)
    return undefined;
  const lanes = Math.max(1, Math.floor(coating.width_mm / height));
  const meters = (cells * (length + coating.gap_mm)) / 1000;
  return Math.ceil(meters / (lanes * coating.yield) + coating.startUp_m);
}

function testValues(doc: OrderDoc): Derived[] {
  return testsOf(doc).flatMap((test) => {
    const hours = duration_h(doc, test);
    const interval = asNumber(doc[`tests/${test.id}/samplingInterval`]);
    if (hours === undefined) return [];
    const assumes: Assumption[] = [{ code: 'fit' }];
    const duration = { path: `tests/${test.id}/cycles`, code: 'duration', value: hours, unit: 'h', assumes };
    if (interval === undefined || interval <= 0) return [duration];
    const rows = {
      path: `tests/${test.id}/samplingInterval`,
      code: 'rows',
      value: Math.round((hours * 3600) / interval),
      unit: 'rows',
      assumes: [],
    };
    return [duration, rows];
  });
}
