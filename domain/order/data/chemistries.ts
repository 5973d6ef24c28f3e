import type { OrderDoc } from './order.ts';

/** A cell chemistry with its voltage limits. No test goes outside `absMin_V` to `absMax_V`. */
export interface Chemistry {
  code: string;
  min_V: number;
  max_V: number;
  nominal_V: number;
  absMin_V: number;
  absMax_V: number;
  /** Specific capacity of the positive material, for estimates; null where it does not limit the cell. */
  cathode_mAh_g: number | null;
  /** Grades of its positive electrode, the usual one first. */
  cathodes: readonly string[];
  /** Grades of its negative electrode, the usual one first; none for lithium metal. */
  anodes: readonly string[];
  /** Density of a calendered cathode coating, to propose a loading; that of NMC as published for LG M50. */
  coating_g_cm3: number;
  /** Electrolyte per Ah relative to a cell of NMC: materials of less charge have more pores per Ah. */
  electrolyteShare: number;
  /** Fraction by which the voltage limit shortens a charge at 1C, fitted to a model run; see durations.ts. */
  chargeSlope: number;
  /** Source of the figures. */
  basis: string;
  /** Figures that no source confirms yet. */
  unconfirmed: readonly (keyof Chemistry)[];
}

/** Slope of the charge time of all chemistries but LFP, and of orders without a known one. */
export const usualChargeSlope = 0.2;

const lithiumCathodes = ['NMC622', 'NMC811', 'NMC532', 'NMC111', 'NCA', 'LFP', 'LCO', 'LMO'];

/** Grades of the positive and the negative electrode by chemistry, the usual one first. */
const gradesOf: Readonly<Record<string, readonly [cathodes: readonly string[], anodes: readonly string[]]>> = {
  'NMC/graphite': [['NMC622', 'NMC811', 'NMC532', 'NMC111'], ['graphite']],
  'NMC/Si-graphite': [['NMC811', 'NMC622', 'NMC532'], ['Si-graphite']],
  'NCA/graphite': [['NCA'], ['graphite']],
  'LFP/graphite': [['LFP'], ['graphite']],
  'LCO/graphite': [['LCO'], ['graphite']],
  'LMO/graphite': [['LMO'], ['graphite']],
  'NMC or LMO/LTO': [['LMO', 'NMC622', 'NMC811', 'NMC532', 'NMC111'], ['LTO']],
  'Na layered oxide/hard carbon': [['Na NFM (4.0 V)', 'Na NFM (4.15 V)'], ['hard carbon']],
  'half cell vs Li (cathode)': [lithiumCathodes, []],
  'half cell vs Li (graphite)': [['graphite', 'Si-graphite', 'hard carbon'], []],
};

const electrolyteShares: Readonly<Record<string, number>> = {
  'LFP/graphite': 1.5,
  'LMO/graphite': 1.5,
  'NMC or LMO/LTO': 1.8,
  'Na layered oxide/hard carbon': 1.8,
};

const capacityAndDensity = ['cathode_mAh_g', 'coating_g_cm3'] as const;
const voltagesAndDensity = ['min_V', 'max_V', 'nominal_V', 'absMin_V', 'absMax_V', 'coating_g_cm3'] as const;

export const chemistries: readonly Chemistry[] = [
  row('NMC/graphite', [2.5, 4.2], 3.65, [2.0, 4.4], 175, 3.17, 'windows Himax, PyBaMM Chen2020', ['cathode_mAh_g']),
  row(
    'NMC/Si-graphite',
    [2.5, 4.2],
    3.6,
    [2.0, 4.4],
    200,
    3.17,
    'LG M50 class, PyBaMM Chen2020; NMC811 as published',
    [],
  ),
  row('NCA/graphite', [2.5, 4.2], 3.6, [2.0, 4.3], 195, 3.2, 'PyBaMM NCA_Kim2011', capacityAndDensity),
  {
    ...row('LFP/graphite', [2.5, 3.65], 3.2, [2.0, 3.8], 155, 2.2, 'PyBaMM Prada2013', capacityAndDensity),
    chargeSlope: 0.1,
  },
  row('LCO/graphite', [3.0, 4.2], 3.7, [2.5, 4.5], 160, 3.6, 'Himax table', capacityAndDensity),
  row('LMO/graphite', [3.0, 4.2], 3.8, [2.5, 4.3], 110, 2.7, 'Himax table', capacityAndDensity),
  row('NMC or LMO/LTO', [1.8, 2.85], 2.4, [1.5, 2.9], null, 3, 'Himax table', ['coating_g_cm3']),
  row(
    'Na layered oxide/hard carbon',
    [1.5, 4.0],
    3.05,
    [0.0, 4.3],
    115,
    2.6,
    'batterydesign.net, TOB 18650 sheet, Atomfair',
    ['coating_g_cm3'],
  ),
  row('half cell vs Li (cathode)', [2.8, 4.3], 3.8, [2.0, 5.0], null, 3, 'typical', voltagesAndDensity),
  row('half cell vs Li (graphite)', [0.005, 1.5], 0.15, [0.0, 2.0], null, 1.6, 'typical', voltagesAndDensity),
];

function row(
  code: string,
  [min_V, max_V]: [number, number],
  nominal_V: number,
  [absMin_V, absMax_V]: [number, number],
  cathode_mAh_g: number | null,
  coating_g_cm3: number,
  basis: string,
  unconfirmed: Chemistry['unconfirmed'],
): Chemistry {
  const [cathodes, anodes] = gradesOf[code] ?? [[], []];
  return {
    code,
    min_V,
    max_V,
    nominal_V,
    absMin_V,
    absMax_V,
    cathode_mAh_g,
    cathodes,
    anodes,
    coating_g_cm3,
    chargeSlope: usualChargeSlope,
    electrolyteShare: electrolyteShares[code] ?? 1,
    basis,
    unconfirmed: [...unconfirmed, 'electrolyteShare'],
  };
}

/** Looks up the chemistry that an order names. @returns undefined for none or an unknown one */
export function chemistryOf(doc: OrderDoc): Chemistry | undefined {
  return chemistries.find((chemistry) => chemistry.code === doc['chemistry']);
}
