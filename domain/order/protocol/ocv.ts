/**
 * Open-circuit voltages of an idealised cell, for pictures only: 21 values in V from empty to full, in steps of 5 %.
 * `ocvOf` stretches the ends to the voltages of a test.
 */

interface OcvTable {
  voltages_V: readonly number[];
  basis: string;
}

const nmc: OcvTable = {
  voltages_V: [
    2.499, 3.109, 3.296, 3.434, 3.485, 3.529, 3.581, 3.629, 3.667, 3.705, 3.751, 3.798, 3.841, 3.89, 3.948, 3.994,
    4.042, 4.081, 4.097, 4.124, 4.2,
  ],
  basis: 'PyBaMM Chen2020 electrode potentials, balanced for 2.5 to 4.2 V (x 0.026 to 0.911, y 0.854 to 0.264)',
};

/** Table by chemistry code; a chemistry without one is drawn with that of NMC. */
const tables: Readonly<Record<string, OcvTable>> = {
  'NMC/graphite': { ...nmc, basis: `${nmc.basis}; shape for other NMC grades unconfirmed` },
  'NMC/Si-graphite': nmc,
  'NCA/graphite': { ...nmc, basis: 'as NMC, unconfirmed' },
  'LCO/graphite': { ...nmc, basis: 'as NMC, unconfirmed' },
  'LMO/graphite': { ...nmc, basis: 'as NMC, unconfirmed' },
  'LFP/graphite': {
    voltages_V: [
      2.435, 2.876, 3.046, 3.148, 3.175, 3.192, 3.217, 3.241, 3.255, 3.261, 3.264, 3.266, 3.267, 3.269, 3.278, 3.301,
      3.311, 3.313, 3.314, 3.315, 3.552,
    ],
    basis: 'PyBaMM Afshar2017 LFP and Chen2020 graphite potentials; balance our choice, unconfirmed',
  },
  'NMC or LMO/LTO': {
    voltages_V: [
      2.055, 2.079, 2.103, 2.127, 2.151, 2.175, 2.2, 2.225, 2.254, 2.29, 2.334, 2.381, 2.422, 2.458, 2.494, 2.537,
      2.584, 2.623, 2.639, 2.666, 2.742,
    ],
    basis: 'PyBaMM Chen2020 cathode above 1.55 V of LTO; balance our choice, unconfirmed',
  },
  'Na layered oxide/hard carbon': {
    voltages_V: [
      1.5, 2.1, 2.35, 2.5, 2.6, 2.69, 2.77, 2.84, 2.9, 2.96, 3.02, 3.09, 3.16, 3.23, 3.31, 3.4, 3.49, 3.59, 3.7, 3.83,
      4,
    ],
    basis: 'sloping curve through 1.5, 3.05 and 4.0 V, unconfirmed',
  },
  'half cell vs Li (cathode)': {
    voltages_V: [
      2.8, 3.4, 3.56, 3.615, 3.644, 3.673, 3.703, 3.732, 3.762, 3.796, 3.837, 3.892, 3.948, 3.994, 4.038, 4.089, 4.146,
      4.183, 4.203, 4.24, 4.3,
    ],
    basis: 'PyBaMM Chen2020 cathode; ends our choice, unconfirmed',
  },
  'half cell vs Li (graphite)': {
    voltages_V: [
      0.005, 0.07, 0.085, 0.09, 0.092, 0.092, 0.093, 0.106, 0.129, 0.133, 0.133, 0.134, 0.136, 0.145, 0.168, 0.198,
      0.218, 0.255, 0.393, 0.611, 1.5,
    ],
    basis: 'PyBaMM Chen2020 graphite; ends our choice, unconfirmed',
  },
};

/** Returns the table of a chemistry, by its code. */
export function ocvTableOf(chemistry: string | undefined): OcvTable {
  return tables[chemistry ?? ''] ?? { ...nmc, basis: 'as NMC, because no chemistry is chosen' };
}

/**
 * Returns the open-circuit voltage over the state of charge of a cell that is empty at one voltage and full at another.
 * The part of the table between them is used; ends outside it are bent, so that the curve reaches them.
 * @returns a function of the state of charge from 0 to 1, in V
 */
export function ocvOf(chemistry: string | undefined, empty_V: number, full_V: number): (soc: number) => number {
  const { voltages_V } = ocvTableOf(chemistry);
  const from = socAt(voltages_V, empty_V);
  const to = Math.max(from + 0.01, socAt(voltages_V, full_V));
  const atEmpty = empty_V - voltageAt(voltages_V, from);
  const atFull = full_V - voltageAt(voltages_V, to);
  return (soc) => {
    const s = Math.min(1, Math.max(0, soc));
    return voltageAt(voltages_V, from + s * (to - from)) + atEmpty * (1 - s) ** 8 + atFull * s ** 8;
  };
}

function voltageAt(voltages_V: readonly number[], soc: number): number {
  const at = Math.min(1, Math.max(0, soc)) * (voltages_V.length - 1);
  const i = Math.min(voltages_V.length - 2, Math.floor(at));
  const low = voltages_V[i] ?? 0;
  return low + ((voltages_V[i + 1] ?? low) - low) * (at - i);
}

/** State of charge at which a table reaches a voltage; 0 or 1 for one outside it. */
function socAt(voltages_V: readonly number[], voltage_V: number): number {
  const i = voltages_V.findIndex((each) => each >= voltage_V);
  if (i <= 0) return i === 0 ? 0 : 1;
  const low = voltages_V[i - 1] ?? 0;
  const high = voltages_V[i] ?? low;
  return (i - 1 + (high > low ? (voltage_V - low) / (high - low) : 0)) / (voltages_V.length - 1);
}
