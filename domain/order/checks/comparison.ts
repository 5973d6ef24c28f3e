import type { OrderDoc, Quote, QuoteLine } from '../data/order.ts';
import { type SpecificationGroup, specificationOf, type ReaderLanguage } from './specification.ts';
import { type TestItem, testsOf } from '../data/tests.ts';

/** A value in two documents. A text is undefined where that document does not have the value. */
interface ComparedRow {
  /** Path of the value, as in the specification. */
  path: string;
  label: string;
  left: string | undefined;
  right: string | undefined;
}

export interface ComparedGroup {
  key: string;
  title: string;
  rows: ComparedRow[];
}

/** Returns all values of two documents side by side, by group: fields with their units, and computed values. */
export function comparisonOf(left: OrderDoc, right: OrderDoc, words: ReaderLanguage): ComparedGroup[] {
  const lefts = byKey(specificationOf(left, words), keyOfGroup);
  const rights = byKey(specificationOf(withTestsOf(left, right), words), keyOfGroup);
  return mergedKeys(lefts, rights).map((key) => {
    const [mine, theirs] = [lefts.get(key), rights.get(key)];
    const mineRows = byKey(mine?.rows ?? [], ({ path }) => path);
    const theirRows = byKey(theirs?.rows ?? [], ({ path }) => path);
    return {
      key,
      title: (mine ?? theirs)?.title ?? '',
      rows: mergedKeys(mineRows, theirRows).map((path) => ({
        path,
        label: (mineRows.get(path) ?? theirRows.get(path))?.label ?? '',
        left: mineRows.get(path)?.text,
        right: theirRows.get(path)?.text,
      })),
    };
  });
}

/** Returns the groups with only the rows that differ. */
export function differencesIn(groups: readonly ComparedGroup[]): ComparedGroup[] {
  return groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ left, right }) => left !== right) }))
    .filter(({ rows }) => rows.length > 0);
}

/** A line of two prices; undefined where that price does not have it. */
export interface ComparedLine {
  code: string;
  left: QuoteLine | undefined;
  right: QuoteLine | undefined;
}

interface PricedDoc {
  doc: OrderDoc;
  quote?: Quote | null | undefined;
}

/** Returns the lines of two prices side by side; the lines of a test stand beside those of the test it is compared with. */
export function comparedLines(left: PricedDoc, right: PricedDoc): ComparedLine[] {
  const ids = pairedTests(left.doc, right.doc);
  const lefts = byKey(left.quote?.lines ?? [], ({ code }) => code);
  const rights = byKey(right.quote?.lines ?? [], ({ code }) => {
    const [list, id = '', ...rest] = code.split('/');
    return list === 'test' ? [list, ids.get(id) ?? id, ...rest].join('/') : code;
  });
  return mergedKeys(lefts, rights).map((code) => ({ code, left: lefts.get(code), right: rights.get(code) }));
}

/** Returns the right document with the ids of the left one's tests, so that a test stands beside the one it is compared with. */
function withTestsOf(left: OrderDoc, right: OrderDoc): OrderDoc {
  const ids = pairedTests(left, right);
  const entries = Object.entries(right).flatMap(([path, value]) => {
    const [list, item = '', key = ''] = path.split('/');
    if (list !== 'tests') return [[path, value] as const];
    const id = ids.get(item);
    // A removed test may have the id that another one gets.
    return id === undefined ? [] : [[`tests/${id}/${key}`, value] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns for each test of the right document the id of the left test it is compared with: the same test of an earlier
 * revision, else the next one of the same type; its own id where there is none.
 */
function pairedTests(left: OrderDoc, right: OrderDoc): Map<string, string> {
  const [mine, theirs] = [testsOf(left), testsOf(right)];
  const free = mine.filter((test) => !isIn(theirs, test));
  return new Map(
    theirs.map((test) => {
      const at = isIn(mine, test) ? -1 : free.findIndex(({ type }) => type === test.type);
      return [test.id, at < 0 ? test.id : (free.splice(at, 1)[0]?.id ?? test.id)];
    }),
  );
}

function isIn(tests: readonly TestItem[], { id, type }: TestItem): boolean {
  return tests.some((test) => test.id === id && test.type === type);
}

function keyOfGroup({ step, title, rows }: SpecificationGroup): string {
  return step === 'tests' ? (rows[0]?.path.split('/')[1] ?? title) : title;
}

function byKey<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

/** Returns the keys of both in their order; one that only the right has follows the one before it there. */
function mergedKeys(left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>): string[] {
  const keys = [...left.keys()];
  let before: string | undefined;
  for (const key of right.keys()) {
    if (!left.has(key)) keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
    before = key;
  }
  return keys;
}
