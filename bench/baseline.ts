import type { Measured } from './figures.ts';
import { type RowKind, type RowName, rows } from './rows.ts';
import { amount } from './stats.ts';

/** The ratios of an earlier run, which later runs are compared with. */
export interface Baseline {
  date: string;
  commit: string;
  rounds: number;
  rows: Partial<Record<RowName, { ratio: number; figure: number }>>;
}

export type MeasuredRows = Partial<Record<RowName, Measured>>;

/** The share by which a ratio may grow. From one run to the next, ratios move by a tenth. */
const allowedSlip = 0.15;

export function baselineOf(measured: MeasuredRows, run: Omit<Baseline, 'rows'>): Baseline {
  const entries = Object.entries(measured)
    .filter(([, { ratio }]) => Number.isFinite(ratio))
    .map(([name, { ours, ratio }]) => [name, { ratio: rounded(ratio), figure: rounded(ours) }]);
  return { ...run, rows: Object.fromEntries(entries) };
}

/** Compares the rows that both runs have. @returns a sentence for each row whose ratio has grown too much */
export function slips(before: Baseline, now: MeasuredRows): string[] {
  return Object.entries(now).flatMap(([name, { ours, ratio }]) => {
    const old = before.rows[name as RowName];
    if (old === undefined || !(ratio > old.ratio * (1 + allowedSlip))) return [];
    const { unit }: RowKind = rows[name as RowName];
    const percent = Math.round(100 * (ratio / old.ratio - 1));
    return [
      `${name} has grown by ${percent} % since ${before.commit}: ${old.ratio.toFixed(2)}x (${amount(old.figure, unit)}) ` +
        `before, ${ratio.toFixed(2)}x (${amount(ours, unit)}) now.`,
    ];
  });
}

function rounded(figure: number): number {
  return Number(figure.toPrecision(4));
}
