import type { OrderDoc } from '../data/order.ts';

/**
 * Open-circuit voltage and resistance of a cell that has not been measured yet, to plan pulses with. Good to some tens
 * of millivolts in the middle, worse below 10 %.
 */

/** V at 0, 10, … 100 % of NMC against graphite, computed from the potentials of PyBaMM Chen2020 and its balance. */
const nmc_V = [2.5, 3.296, 3.485, 3.581, 3.667, 3.751, 3.841, 3.948, 4.042, 4.097, 4.2];

/** V of LFP against graphite: PyBaMM Afshar2017 against the graphite of Chen2020, ends set to the window. */
const lfp_V = [2.5, 3.03, 3.16, 3.2, 3.25, 3.26, 3.27, 3.28, 3.31, 3.31, 3.34];

/** Chemistries whose curve was read; NCA is taken as NMC, unconfirmed. */
const curves: Readonly<Record<string, readonly number[]>> = {
  'NMC/graphite': nmc_V,
  'NMC/Si-graphite': nmc_V,
  'NCA/graphite': nmc_V,
  'LFP/graphite': lfp_V,
};

/**
 * Estimates the open-circuit voltage in V.
 * @param soc_percent state of charge from 0 to 100
 * @returns undefined without a chemistry, or for one without a curve
 */
export function openCircuit_V(doc: OrderDoc, soc_percent: number): number | undefined {
  const chemistry = doc['chemistry'];
  const curve = typeof chemistry === 'string' && Object.hasOwn(curves, chemistry) ? curves[chemistry] : undefined;
  return curve === undefined ? undefined : between(curve, soc_percent);
}

function between(curve: readonly number[], soc_percent: number): number {
  const x = Math.min(Math.max(soc_percent, 0), 100) / 10;
  const below = Math.min(Math.floor(x), curve.length - 2);
  const [low = 0, high = 0] = [curve[below], curve[below + 1]];
  return low + (high - low) * (x - below);
}

/** Voltage drop of 1C after 10 s at 25 °C: a cell of 1 Ah has about 125 mΩ. Planning figure, unconfirmed. */
const dropAt1C_V = 0.125;

/**
 * Estimates by how much a pulse moves the voltage, in V; double at 0 °C and four times at −20 °C.
 * @param rate current of the pulse as C rate
 */
export function pulseDrop_V(rate: number, temp_C: number): number {
  const colder = temp_C >= 25 ? 1 : temp_C >= 0 ? 2 ** ((25 - temp_C) / 25) : 2 * 2 ** (-temp_C / 20);
  return rate * dropAt1C_V * colder;
}
