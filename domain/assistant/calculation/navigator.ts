import { arealCapacityOf, balanceOf, coatedCapacity_Ah } from '../../order/cell/capacity.ts';
import { coatingDensity } from '../../order/cell/cell-figures.ts';
import { cellThickness_mm, sheetStack_mm } from '../../order/cell/stack.ts';
import type { Electrode } from '../../order/data/electrodes.ts';
import type { OrderDoc } from '../../order/data/order.ts';
import type { Output } from './formula.ts';

/** Figures that the Navigator shows for a design, too: its functions compute them, from an order with the values of a formula. */

type ComputedBy = NonNullable<Output['computedBy']>;
type Values = Parameters<ComputedBy>[0];

/** Values of an order by path; those that are not known are left out. */
function docOf(fields: Readonly<Record<string, number | string | undefined>>): OrderDoc {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([path, value]) => (value === undefined ? [] : [[path, value]])),
  );
}

/** A coating of this share of active material, in %. */
function coating(electrode: Electrode, loading = 1, active = 100, specific = 1000): OrderDoc {
  return docOf({
    [`electrodes/${electrode}/massLoading_mg_cm2`]: loading,
    [`electrodes/${electrode}/activeFraction`]: active / 100,
    [`electrodes/${electrode}/specificCapacity_mAh_g`]: specific,
  });
}

/** A coating that has this areal capacity. */
const coatingOf = (electrode: Electrode, areal: number | undefined): OrderDoc => coating(electrode, areal);

export const arealByNavigator: ComputedBy = ({ loading, active, specific }) =>
  arealCapacityOf(coating('cathode', loading, active, specific));

export const balanceByNavigator: ComputedBy = ({ areal, anodeAreal }) =>
  balanceOf({ ...coatingOf('cathode', areal), ...coatingOf('anode', anodeAreal) });

/** Capacity of double-sided cathodes; of one where their number is what is asked for. */
export const stackByNavigator: ComputedBy = ({ areal, area, width, height, sheets = 1 }) =>
  coatedCapacity_Ah({
    ...coatingOf('cathode', areal),
    ...docOf({
      format: 'pouch multi-layer',
      layers: sheets,
      'electrodes/cathode/electrodeHorizontalLength_mm': area === undefined ? width : area * 100,
      'electrodes/cathode/electrodeVerticalLength_mm': area === undefined ? height : 1,
    }),
  });

export const coatingDensityByNavigator: ComputedBy = ({ loading, thickness }) =>
  coatingDensity(
    docOf({ 'electrodes/cathode/massLoading_mg_cm2': loading, 'electrodes/cathode/coatingThickness_mm': thickness }),
    'cathode',
  );

/** A stack of double-sided sheets in a pouch. */
function stackOf({ sheets, cathodeSheet = 0, anodeSheet = 0, separator }: Values): OrderDoc {
  return docOf({
    format: 'pouch multi-layer',
    layers: sheets,
    separatorThickness_mm: separator,
    'electrodes/cathode/coatingThickness_mm': cathodeSheet / 2,
    'electrodes/cathode/current_collector_foil_thickness': 0,
    'electrodes/anode/coatingThickness_mm': anodeSheet / 2,
    'electrodes/anode/current_collector_foil_thickness': 0,
  });
}

export const stackThicknessByNavigator: ComputedBy = (values) => sheetStack_mm(stackOf(values));

export const cellThicknessByNavigator: ComputedBy = (values) => cellThickness_mm(stackOf(values));
