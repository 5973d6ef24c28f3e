import { capacity_Ah } from '../cell/capacity.ts';
import { chemistryOf } from '../data/chemistries.ts';
import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { pathOf } from '../fields/paths.ts';
import { slopeOf } from '../lab-tests/test-figures.ts';
import type { TestItem } from '../data/tests.ts';
import { ocvOf } from './ocv.ts';
import type { CurrentSetpoint } from './steps.ts';

/**
 * The idealised cell that step lists are timed and drawn with: an open-circuit curve, one constant resistance, and the
 * charge time of durations.ts. It has no temperature and does not age.
 */
export interface IdealCell {
  capacity_Ah: number | undefined;
  /** Open-circuit voltage at a state of charge from 0 to 1. */
  ocv_V: (soc: number) => number;
  lower_V: number;
  upper_V: number;
  /** Fraction by which the voltage limit shortens the constant current of a charge at 1C. */
  chargeSlope: number;
}

/**
 * Voltage drop per C rate: 125 mΩ/Q[Ah] at 25 °C, so the same for every capacity. Unconfirmed planning
 * figure; it agrees with 25 mΩ after 10 s of a 5 Ah cell.
 */
export const resistance_V_per_C = 0.125;

/** Returns the idealised cell of a test: full and empty at the test's voltages. */
export function idealCellOf(doc: OrderDoc, item: TestItem): IdealCell {
  const chemistry = chemistryOf(doc);
  const at = (key: string) => asNumber(doc[pathOf('tests', item.id, key)]);
  const lower_V = at('lowerVoltage') ?? chemistry?.min_V ?? 2.5;
  const upper_V = at('upperVoltage') ?? chemistry?.max_V ?? 4.2;
  return {
    capacity_Ah: capacity_Ah(doc),
    ocv_V: ocvOf(chemistry?.code, lower_V, upper_V),
    lower_V,
    upper_V,
    chargeSlope: slopeOf(doc),
  };
}

/** Returns a current as a C rate. @throws RangeError for amperes without a capacity, which no step list has */
export function rateOf(setpoint: CurrentSetpoint, cell: IdealCell): number {
  if ('c_rate' in setpoint) return setpoint.c_rate.value;
  if (cell.capacity_Ah === undefined || cell.capacity_Ah <= 0) throw new RangeError('The cell has no capacity.');
  return setpoint.current.value / cell.capacity_Ah;
}
