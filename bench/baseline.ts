import type { Measured } from './figures.ts';
import type { RowName } from './rows.ts';

/** The ratios of an earlier run, which later runs are compared with. */
export interface Baseline {
  date: string;
  commit: string;
  rounds: number;
  rows: Partial<Record<RowName, number>>;
}

export type MeasuredRows = Partial<Record<RowName, Measured>>;

/** The share by which a ratio may grow. From one run to the next, ratios move by a tenth. */
const allowedSlip = 0.15;

export function baselineOf(measured: MeasuredRows, run: Omit<Baseline, 'rows'>): Baseline {
  const entries = Object.entries(measured)
    .filter(([, { ratio }]) => Number.isFinite(ratio))
    .map(([name, { ratio }]) => [name, Number(ratio.toPrecision(4))]);
  return { ...run, rows: Object.fromEntries(entries) };
}

/** Compares the rows that both runs have. @returns a sentence for each row whose ratio has grown too much */
export function slips(before: Baseline, now: MeasuredRows): string[] {
  return Object.entries(now).flatMap(([name, { ratio }]) => {
    const old = before.rows[name as RowName];
    if (old === undefined || !(ratio > old * (1 + allowedSlip))) return [];
    const percent = Math.round(100 * (ratio / old - 1));
    const grown = `${name} has grown by ${percent} % since ${before.commit}`;
    return [`${grown}: ${old.toFixed(2)}x before, ${ratio.toFixed(2)}x now.`];
  });
}
