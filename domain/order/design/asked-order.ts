import type { AskedDesign, AskedOrder } from '../data/asked.ts';
import type { ReadDesign } from './asked-design.ts';
import { designChanges } from './design-changes.ts';
import { docOfDesign, type DesignParameters } from './parameters.ts';
import { solvedDesign, type SolvedDesign } from './solve.ts';
import type { OrderDoc } from '../data/order.ts';
import { pathOf } from '../fields/paths.ts';
import { type ValueChange, changesOfChoice, changesOfNewTest, changesOfTypical } from '../fields/presets.ts';
import { buildsCells } from '../data/services.ts';
import { canonicalJson } from '../../ground/json.ts';
import { safetyTestOf, testsOf, type SafetyTest, type TestType } from '../data/tests.ts';

/** Returns the order that a text asks for, as it was read. */
export function orderOf({ asked, service, tests, unread }: ReadDesign): AskedOrder {
  const { format, chemistry, quantity, capacity_Ah } = asked;
  const isDesigned = service !== 'testing' && namesCell(asked);
  return {
    service,
    ...tests,
    ...(format === undefined ? {} : { format }),
    ...(chemistry === undefined ? {} : { chemistry }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(capacity_Ah === undefined ? {} : { capacity_Ah }),
    ...(isDesigned && (format === undefined || saysMore(asked)) ? { cell: asked } : {}),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

/** Whether a description names a property of a cell, and not only the number of cells. */
function namesCell({ quantity: _q, ...cell }: AskedDesign): boolean {
  return Object.keys(cell).length > 0;
}

/** Whether a description of a cell says more than the fields of an asked order. */
function saysMore({ format: _f, chemistry: _c, quantity: _q, capacity_Ah: _a, ...more }: AskedDesign): boolean {
  return Object.keys(more).length > 0;
}

/**
 * Returns the design of the cells that are built, as "Describe the cell" has it for the same words.
 * @returns undefined where no cells are built, or nothing is known of them
 */
export function designOfAskedOrder({ service, format, cell, ...named }: AskedOrder): SolvedDesign | undefined {
  if (service === 'testing' || (format ?? cell) === undefined) return undefined;
  const { chemistry, quantity, capacity_Ah } = named;
  return solvedDesign(
    cell ?? {
      ...(format === undefined ? {} : { format }),
      ...(chemistry === undefined ? {} : { chemistry }),
      ...(quantity === undefined ? {} : { quantity }),
      ...(capacity_Ah === undefined ? {} : { capacity_Ah }),
    },
  );
}

/** Returns the named properties of cells that the customer sends, which are not designed. */
function sentCells({ format, chemistry, quantity, capacity_Ah }: AskedOrder): [string, string | number | undefined][] {
  return [
    ['format', format],
    ['chemistry', chemistry],
    ['quantity', quantity],
    ['nominalCapacity_Ah', capacity_Ah],
  ];
}

function namesSentCells({ format, chemistry, capacity_Ah }: AskedOrder): boolean {
  return (format ?? chemistry ?? capacity_Ah) !== undefined;
}

/** Parts of a draft that are not asked but there already. */
interface DraftBase {
  /** Order that is filled; empty for a new one. */
  doc?: OrderDoc;
  /** Design of the cells, where it was changed after it was asked. */
  parameters?: DesignParameters | undefined;
}

/**
 * Returns the changes that make a draft order of what was asked, with typical values for the rest. A test that the order
 * has already is not added again.
 * @param newId draws the ids of its tests
 */
export function changesOfAskedOrder(
  asked: AskedOrder,
  newId: () => string,
  { doc: present = {}, parameters = designOfAskedOrder(asked)?.parameters }: DraftBase = {},
): ValueChange[] {
  // Tests alone do not end the build of the order's cells.
  const addsTests = asked.service === 'testing' && buildsCells(present) && !namesSentCells(asked);
  const service = addsTests ? 'both' : asked.service;
  const doc: OrderDoc = { ...present };
  const made = new Map<string, ValueChange>();
  const apply = (changes: ValueChange[]): void => {
    for (const change of changes) {
      doc[change.path] = change.value;
      made.set(change.path, change);
    }
  };
  const isDesigned = parameters !== undefined;
  const chosen: [string, string | number | undefined][] = [
    ['service', isDesigned && service === 'prototyping' ? undefined : service],
    ...(isDesigned ? [] : sentCells(asked)),
  ];
  for (const [path, value] of chosen) if (value !== undefined) apply(changesOfChoice(doc, path, value));
  if (isDesigned) apply(designChanges(docOfDesign(parameters), doc));
  else apply(changesOfTypical(doc));
  for (const each of askedTestsOf({ ...asked, service })) {
    const known = presentTest(doc, each);
    const id = known ?? newId();
    if (known === undefined) apply(changesOfNewTest(doc, id, each.type, each.safetyTest));
    apply(namedValues(each, id));
  }
  return [...made.values()].filter(({ path, value }) => canonicalJson(value) !== canonicalJson(present[path] ?? null));
}

/** Returns the id of the test that an order has of this kind and at this temperature. */
function presentTest(doc: OrderDoc, { type, safetyTest, temperature_C }: AskedTest): string | undefined {
  const isMeant = (id: string) =>
    safetyTestOf(doc, id) === safetyTest &&
    (temperature_C === undefined || doc[pathOf('tests', id, 'temp')] === temperature_C);
  return testsOf(doc).find((test) => test.type === type && isMeant(test.id))?.id;
}

/** A test with the values that the text names for it; they replace the typical ones. */
export interface AskedTest {
  type: TestType;
  safetyTest?: SafetyTest | undefined;
  temperature_C: number | undefined;
  cycles: number | undefined;
  cells: number | undefined;
}

/**
 * Returns each test at each temperature. Cells that are sent run all of them one after another, except that a cell is
 * worn by one test only: those that wear it share the cells.
 */
export function askedTestsOf({ service, quantity, tests, safetyTests = [], ...named }: AskedOrder): AskedTest[] {
  const { cycles, temperature_C, moreTemperatures_C = [] } = named;
  const kinds = tests.flatMap((type): Pick<AskedTest, 'type' | 'safetyTest'>[] =>
    type === 'Safety' ? safetyTests.map((safetyTest) => ({ type, safetyTest })) : [{ type }],
  );
  const each = kinds.flatMap((kind) => [temperature_C, ...moreTemperatures_C].map((at) => ({ kind, at })));
  const wearing = each.filter(({ kind }) => wears.has(kind.type));
  return each.map((one) => {
    const place = wearing.indexOf(one);
    const sent = service === 'testing' ? quantity : undefined;
    const cells = sent === undefined || place === -1 ? sent : shareOf(sent, wearing.length, place);
    return { ...one.kind, temperature_C: one.at, cycles: one.kind.type === 'Cycle' ? cycles : undefined, cells };
  });
}

const wears: ReadonlySet<TestType> = new Set<TestType>(['Cycle', 'Calendar', 'Safety']);

/** Shares cells evenly; the first ones get what is left over. */
function shareOf(cells: number, shares: number, place: number): number {
  return Math.floor(cells / shares) + (place < cells % shares ? 1 : 0);
}

function namedValues({ cells, cycles, temperature_C }: AskedTest, id: string): ValueChange[] {
  const named: [string, number | undefined][] = [
    ['cellsPerCondition', cells],
    ['cycles', cycles],
    ['temp', temperature_C],
  ];
  return named.flatMap(([key, value]) => (value === undefined ? [] : [{ path: pathOf('tests', id, key), value }]));
}
