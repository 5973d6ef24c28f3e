import type { FieldProblem } from '../../ground/errors.ts';
import { numbersIn } from '../data/cells.ts';
import { asNumber } from '../data/field.ts';
import type { CellState, Order, OrderDoc, OrderStatus, Quote, QuoteLine, WorkBill } from '../data/order.ts';
import { transitions } from '../life/status.ts';
import { cellsOf, testedCells } from '../fields/test-cells.ts';
import { testsOf } from '../data/tests.ts';

/** Cost of an order that ends after its price was accepted: for each line of the price, the part that was done. */

/** Amounts in integer cents, by the code of a line; nothing was done of a line that is missing. */
export type WorkDone = readonly { code: string; amount: number }[];

/** Whether an event ends an order whose price was accepted, so that the work done is billed. */
export function isBilled(status: OrderStatus, event: string): boolean {
  return transitions.some((row) => row.from === status && row.invoice === 'billed' && Object.hasOwn(row.by, event));
}

/** Sentences about what is wrong with a statement of the work done, by code. */
const problems = {
  UNKNOWN_LINE: 'The price has no line with this code. Use a code of the accepted price.',
  TWICE: 'This line is named twice. Name each line once.',
  NEGATIVE: 'An amount cannot be negative. Leave out a line of which nothing was done.',
  TOO_MUCH: 'The work done cannot cost more than the line of the accepted price.',
} as const;

/** Returns what is wrong with a statement of the work done; paths are those of the command's arguments. */
export function problemsWithWork({ lines }: Pick<Quote, 'lines'>, work: WorkDone): FieldProblem[] {
  return work.flatMap(({ code, amount }, i) => {
    const path = `workDone/${i}`;
    const line = lines.find((each) => each.code === code);
    if (line === undefined) return problem(`${path}/code`, 'UNKNOWN_LINE');
    if (work.findIndex((each) => each.code === code) < i) return problem(`${path}/code`, 'TWICE');
    if (amount < 0) return problem(`${path}/amount`, 'NEGATIVE');
    return amount > line.amount ? problem(`${path}/amount`, 'TOO_MUCH') : [];
  });
}

/**
 * Returns the bill over the work done.
 * @param work a statement without problems
 * @param invoice status of the invoice over the whole price; undefined where there is none
 */
export function workBill(
  { currency, lines, subtotal }: Quote,
  work: WorkDone,
  invoice: 'open' | 'paid' | undefined,
): WorkBill {
  const billed = lines.flatMap(({ code }) => {
    const amount = work.find((each) => each.code === code)?.amount ?? 0;
    return amount === 0 ? [] : [{ code, amount }];
  });
  const total = billed.reduce((sum, { amount }) => sum + amount, 0);
  return { currency, lines: billed, total, settlement: settlementOf(total, subtotal, invoice) };
}

function settlementOf(total: number, agreed: number, invoice: 'open' | 'paid' | undefined): WorkBill['settlement'] {
  if (invoice !== undefined && total === agreed) return 'none';
  if (invoice === 'paid') return 'refund';
  return total === 0 ? 'none' : 'invoice';
}

/** Returns what was done of each line of the price of an order, as its cells, tests and reports say. */
export function proposedWork(order: Pick<Order, 'quote' | 'doc' | 'history' | 'cells' | 'reports'>): WorkDone {
  const done = progressOf(order);
  return (order.quote?.lines ?? []).map(({ code, amount }) => ({
    code,
    amount: Math.round(amount * shareOf(code, done)),
  }));
}

/** Returns the lines of a price with the part of each that is billed. */
export function billedLines(
  { lines }: Pick<Quote, 'lines'>,
  bill: Pick<WorkBill, 'lines'>,
): { line: QuoteLine; billed: number }[] {
  return lines.map((line) => ({ line, billed: bill.lines.find(({ code }) => code === line.code)?.amount ?? 0 }));
}

/** Progress of an order; shares from 0 to 1. */
interface WorkProgress {
  hasBegun: boolean;
  built: number;
  tested: number;
  hasReport: boolean;
  /** Share of the cells of each test that were tested, by the id of the test. */
  tests: ReadonlyMap<string, number>;
  /** Types of the tests that have begun. */
  begun: ReadonlySet<string>;
}

/** States of cells that were built; those scrapped were worked on, too. */
const builtStates: ReadonlySet<CellState> = new Set(['built', 'in_test', 'tested', 'shipped', 'scrapped']);

function progressOf({
  doc,
  history,
  cells = [],
  reports = [],
}: Pick<Order, 'doc' | 'history' | 'cells' | 'reports'>): WorkProgress {
  const numbers = (which: (change: (typeof cells)[number]) => boolean) =>
    new Set(cells.filter(which).flatMap(({ ranges }) => numbersIn(ranges))).size;
  const isReported = (test: string) => reports.some((each) => each.file !== null && (each.test ?? test) === test);
  const tests = testsOf(doc);
  return {
    hasBegun: history.some(({ to }) => to === 'prototyping'),
    built: share(
      numbers(({ state }) => builtStates.has(state)),
      asNumber(doc['quantity']),
    ),
    tested: share(
      numbers(({ state }) => state === 'tested'),
      testedCells(doc),
    ),
    hasReport: reports.some(({ file }) => file !== null),
    tests: new Map(tests.map((test) => [test.id, isReported(test.id) ? 1 : testedShare(doc, test, numbers)])),
    begun: new Set(
      tests.filter(({ id }) => isReported(id) || cells.some((change) => change.test === id)).map(({ type }) => type),
    ),
  };
}

function testedShare(
  doc: OrderDoc,
  test: ReturnType<typeof testsOf>[number],
  numbers: (which: (change: NonNullable<Order['cells']>[number]) => boolean) => number,
): number {
  return share(
    numbers((change) => change.state === 'tested' && change.test === test.id),
    cellsOf(doc, test),
  );
}

function share(done: number, of: number | undefined): number {
  return of === undefined || of === 0 ? 0 : Math.min(1, done / of);
}

/**
 * Shares of a line that were done, by its code; see `price.ts` and `test-price.ts`. The first row that fits decides.
 */
const shares: readonly [code: RegExp, share: (done: WorkProgress, named: string) => number][] = [
  [/^setup$/, ({ hasBegun }) => Number(hasBegun)],
  [/^(recipe|runs|coating\/.*)$/, ({ built }) => Number(built > 0)],
  [/^(assembly|formation)$/, ({ built }) => built],
  [/^test\/([^/]+)\/(setup|campaign)$/, ({ begun }, type) => Number(begun.has(type))],
  [/^test\/([^/]+)\//, ({ tests }, id) => tests.get(id) ?? 0],
  [/^report$/, ({ hasReport }) => Number(hasReport)],
  [/^disposal$/, ({ tested }) => tested],
];

function shareOf(code: string, done: WorkProgress): number {
  for (const [pattern, of] of shares) {
    const found = pattern.exec(code);
    if (found !== null) return of(done, found[1] ?? '');
  }
  return 0;
}

function problem(path: string, code: keyof typeof problems): FieldProblem[] {
  return [{ path, code, message: problems[code] }];
}
