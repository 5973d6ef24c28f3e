import type { Quote } from '#domain/order/data/order.ts';
import { problemsWithWork, type WorkDone } from '#domain/order/price/work-done.ts';
import { readFigure, textOfFigure, type UnreadFigure } from '../rate-card/figure-text.ts';

/** Amounts that staff type for the work done on an order that they cancel: one for each line. Pure. */

/** Amounts as typed, by the code of the line. */
export type TypedWork = Readonly<Record<string, string>>;

export type WorkProblem = UnreadFigure | 'NEGATIVE' | 'TOO_MUCH';

export interface ReadWork {
  work: { code: string; amount: number }[];
  /** By the code of the line. */
  problems: Readonly<Record<string, WorkProblem>>;
  /** Sum of the readable amounts, in cents. */
  total: number;
}

/** Returns a statement as it is typed. */
export function typedWork({ lines }: Pick<Quote, 'lines'>, work: WorkDone, language: string): TypedWork {
  return Object.fromEntries(
    lines.map(({ code }) => [
      code,
      textOfFigure(language, 'amount', work.find((each) => each.code === code)?.amount ?? 0),
    ]),
  );
}

/** Reads what was typed. Lines of which nothing was done are left out. */
export function readWork(quote: Pick<Quote, 'lines'>, typed: TypedWork): ReadWork {
  const problems: Record<string, WorkProblem> = {};
  const work: ReadWork['work'] = [];
  for (const { code } of quote.lines) {
    const figure = readFigure('amount', typed[code] ?? '');
    if ('problem' in figure) problems[code] = figure.problem;
    else if (figure.value !== 0) work.push({ code, amount: figure.value });
  }
  for (const [i, { code }] of work.entries()) {
    const found = problemsWithWork(quote, work).find(({ path }) => path === `workDone/${i}/amount`);
    if (found !== undefined) problems[code] = found.code === 'NEGATIVE' ? 'NEGATIVE' : 'TOO_MUCH';
  }
  return { work, problems, total: work.reduce((sum, { amount }) => sum + amount, 0) };
}
