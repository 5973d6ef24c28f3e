import { canonicalJson, type Json } from '../../ground/json.ts';
import type { OrderDoc } from './order.ts';
import type { SafetyTest, TestType } from './tests.ts';

/**
 * Presets named after a standard or a published procedure. Only figures that were read in a public source stand here;
 * an unconfirmed figure is a typical value without a name.
 */
export interface Standard {
  code: string;
  /** The test or sub-test it is for. */
  of: TestType | SafetyTest;
  values: Readonly<Record<string, Json>>;
  basis: string;
}

export const standards: readonly Standard[] = [
  {
    code: 'HPPC, research form',
    of: 'Pulse',
    values: {
      socCheckpoints: [90, 80, 70, 60, 50, 40, 30, 20, 10],
      pulseCurrent: { value: 1, unit: 'C' },
      pulseCurrentCheckpoints: null,
      pulseDuration: 10,
      firstPulse: 'discharge',
      restTimeBeforePulseTest: 3600,
      restTimeBetweenPulses: 40,
    },
    basis: 'read: Neware (10 % steps, 1 h rest), BattMo #13 (1C and 0.75C)',
  },
  {
    code: 'ISO 12405-4 states of charge',
    of: 'Pulse',
    values: {
      socCheckpoints: [90, 70, 50, 35, 20],
      socAdjustmentCurrent: { value: 0.3333, unit: 'C' },
      pulseDuration: 18,
      firstPulse: 'discharge',
      restTimeBeforePulseTest: 1800,
      restTimeBetweenPulses: 40,
    },
    basis: 'read: states of charge, C/3, 18 s, rests; its second stage of 102 s and the current are not in it',
  },
  {
    code: 'GB 38031-2025 8.1.5',
    of: 'Thermal Abuse',
    values: { mode: 'ramp-hold', rampRate: 5, targetTemp: 130, holdTime: 30, observationTime: 60 },
    basis: 'read: 5 °C/min to 130 °C, 30 min, 1 h of watching',
  },
  {
    code: 'GB 38031-2025 overcharge',
    of: 'Overcharge',
    values: { chargeCurrent: { value: 0.3333, unit: 'C' }, cvTerminationMode: 'stop at targetVoltage', endSoc: 115 },
    basis: 'read: C/3 or more to 1.1 times the end voltage or 115 %',
  },
  {
    code: 'GB 38031-2025 8.1.7',
    of: 'Crush',
    values: {
      crushTool: 'half-cylinder R75',
      direction: 'perpendicular to electrodes',
      speed: 2,
      maxForce: 100,
      maxForceMassFactor: 1000,
      maxDeformation: 15,
      holdTime: 10,
      observationTime: 60,
    },
    basis: 'read: R75, 2 mm/s or less, 0 V, 15 %, 100 kN or 1000 times the mass, 10 min, 1 h of watching',
  },
  {
    code: 'UN 38.3 T.6',
    of: 'Crush',
    values: {
      crushTool: 'flat plates',
      speed: 15,
      maxForce: 13,
      maxForceMassFactor: null,
      maxDeformation: 50,
      voltageDropStop: 100,
      observationTime: 360,
    },
    basis: 'read: flat faces, about 15 mm/s, 13 kN or 100 mV or 50 %, 6 h of watching',
  },
];

/** Returns the preset with this code. @returns undefined for none or an unknown one */
export function standardNamed(code: Json | undefined): Standard | undefined {
  return standards.find((row) => row.code === code);
}

/**
 * Returns the standard that a test names, and the parameters in which it differs from it.
 * @param item id of the test
 * @returns undefined when it names none
 */
export function standardOf(doc: OrderDoc, item: string): { standard: Standard; changed: string[] } | undefined {
  const standard = standardNamed(doc[`tests/${item}/standardRef`]);
  if (standard === undefined) return undefined;
  const changed = Object.entries(standard.values)
    .filter(([key, value]) => canonicalJson(doc[`tests/${item}/${key}`] ?? null) !== canonicalJson(value))
    .map(([key]) => key);
  return { standard, changed };
}
