import { longestQuestion, type Quantity, quantitiesIn, readable } from '../../quantities/quantities.ts';
import { rangesIn, withoutRanges } from '../../quantities/ranges.ts';
import { askedDesignIn } from './asked-design.ts';
import type { AskedDesign, AskedOrder } from '../data/asked.ts';
import { designChanges } from './design-changes.ts';
import { docOfDesign } from './parameters.ts';
import { solvedDesign, type SolvedDesign } from './solve.ts';
import { formatIn, quantityIn } from '../cell/cell-words.ts';
import type { OrderDoc } from '../data/order.ts';
import type { Field } from '../data/field.ts';
import { orderFields } from '../fields/fields.ts';
import { pathOf } from '../fields/paths.ts';
import { type ValueChange, changesOfChoice, changesOfNewTest, changesOfTypical } from '../fields/presets.ts';
import { testFields } from '../fields/test-fields.ts';
import type { SafetyTest, TestType } from '../data/tests.ts';

/** Reads what a question asks the price of. @returns undefined when it asks for no price of ours */
export function askedOrderIn(question: string): AskedOrder | undefined {
  if (question.length > longestQuestion) return undefined;
  const text = readable(question);
  if (!asksPrice.test(text) || elsewhere.test(text)) return undefined;
  if (/^how much (?:is|are)\b/i.test(text) && ofCells.test(text)) return undefined;
  const format = formatIn(text);
  const builds = format !== undefined || /prototyp|build|시제품|제작/i.test(text);
  // It is not known which value of a range is meant: none is taken.
  const ranges = rangesIn(text);
  const certain = withoutRanges(text, ranges);
  const quantities = quantitiesIn(certain);
  const cycles = wholeOf('cycles', quantities);
  const testsCells =
    valueOf('cycles', quantitiesIn(text)) !== undefined || /\btest|cycling|\brpt\b|시험|테스트/i.test(text);
  const safetyTests = testsCells ? safetyTestsIn(text) : [];
  if (!builds && !testsCells) return undefined;
  const isTestOnly = testsCells && !makes.test(text);
  const { asked: cell, unread } = askedDesignIn(text);
  // Nothing is designed for a test of cells that are sent.
  const isSized = Object.keys(cell).some((key) => key !== 'quantity' && key !== 'format');
  const isDesigned = !isTestOnly && (format !== undefined || isSized);
  const quantity = isTestOnly ? quantityIn(certain) : cell.quantity;
  const temperature = testsCells ? valueOf('temperature', quantities) : undefined;
  const { chemistry } = cell;
  const capacity = valueOf('capacity', quantities);
  const canBeOrdered =
    (isTestOnly
      ? isAllowed(testFields, 'cellsPerCondition', quantity)
      : isAllowed(orderFields, 'quantity', quantity)) &&
    isAllowed(testFields, 'cycles', cycles) &&
    isAllowed(testFields, 'temp', temperature);
  if (!canBeOrdered) return undefined;
  const left = [
    ...unreadIn(quantities, { cycles, temperature, ...(isTestOnly ? { capacity } : { unread }) }),
    ...ranges.map(({ start, end }) => text.slice(start, end)),
  ];
  return {
    service: isTestOnly ? 'testing' : testsCells ? 'both' : 'prototyping',
    tests: testsCells ? testsIn(text) : [],
    ...(safetyTests.length === 0 ? {} : { safetyTests }),
    ...(format === undefined ? {} : { format }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(chemistry === undefined ? {} : { chemistry }),
    ...(capacity === undefined ? {} : { capacity_Ah: capacity }),
    ...(cycles === undefined ? {} : { cycles }),
    ...(temperature === undefined ? {} : { temperature_C: temperature }),
    ...(isDesigned && (format === undefined || saysMore(cell)) ? { cell } : {}),
    ...(left.length === 0 ? {} : { unread: left }),
  };
}

/** Whether a description of a cell says more than the fields of an asked order. */
function saysMore({ format: _f, chemistry: _c, quantity: _q, capacity_Ah: _a, ...more }: AskedDesign): boolean {
  return Object.keys(more).length > 0;
}

/** Values read from the numbers of a question: those of tests, and those that a description of a cell leaves over. */
interface ReadValues {
  cycles: number | undefined;
  temperature: number | undefined;
  capacity?: number | undefined;
  unread?: readonly string[];
}

/** Returns the values with a unit that the order does not take from the question. */
function unreadIn(quantities: readonly Quantity[], { cycles, temperature, capacity, unread }: ReadValues): string[] {
  const ofTests: Partial<Record<Quantity['dimension'], number | undefined>> = { cycles, temperature, capacity };
  return quantities
    .filter(({ dimension, value, text }) => {
      if (dimension === 'number' || dimension === 'cells' || ofTests[dimension] === value) return false;
      return unread === undefined || unread.some((part) => readable(part).includes(text));
    })
    .map(({ text }) => text);
}

/** Cells are made, too, not only tested: 20 cells with a cycle test. */
const makes =
  /prototyp|build|make|making|and test|plus|(?:cells?|pouch|18650s?|21700s?|26650s?|32140s?|4680s?)\b.*\b(?:with|and|incl\w*\.?) (?:an? |the )?(?:[\w-]+ )?(?:test|rpt\b|cycling|cycles\b)|시제품|제작|만들/i;

/** Words for properties of a cell, or for what happens to it: "how much" asks for no price of these. */
const ofCells =
  /capacit|energy|resist|thick|swell|weigh|\bmass\b|gram|heat|warm|cool|los[st]|loss|degrad|moisture|water|pressure|volt|current|charge|lithium|dead|gas\b|dimension|diameter|height|width|length|volume|\b[km]?wh\b|\bin\s+[a-z]{1,4}\??$/i;

/** The first value of a dimension. */
function valueOf(dimension: Quantity['dimension'], quantities: readonly Quantity[]): number | undefined {
  return quantities.find((each) => each.dimension === dimension)?.value;
}

function wholeOf(dimension: Quantity['dimension'], quantities: readonly Quantity[]): number | undefined {
  const value = valueOf(dimension, quantities);
  return value !== undefined && Number.isInteger(value) && value > 0 ? value : undefined;
}

const asksPrice =
  /how much (?:does|do|would|will)\b.*\bcost|^how much (?:is|are|for)\b|what (?:does|do|would|will)\b.*\bcost|\bprices?\b|\bcosts? (?:of|for)\b|\bquote for\b|비용|가격|견적|단가/i;

/** Prices that are not ours: of materials, machines, markets and others' products. */
const elsewhere =
  /k?wh\b|tonne|\bton\b|per kg|\bkilo\b|lithium (?:carbonate|hydroxide|price)|cobalt|nickel price|market|machine|winder|equipment|tester|cycler|share|stock|supplier|\bbuy\b|who |tesla|dry ?room|glove ?box|trend|history|since|material|binder|separator|travel|electrolyte|electricity|shipping cost|transport|certif|un ?38|why|how is the price|driver?s|items|workflow|calculat|higher|tooling|foil|crimp|weld|parts?\b|holder|fixture|charger|powder|electrodes\b|degradation|moisture|dead\b|\bdie\b|금형|구성|계산|체크리스트|방식|기계|장비|권취기|시세|톤당|주가|재료|분리막|운송|인증/i;

/** Whether a field takes a number. */
function isAllowed(fields: readonly Field[], key: string, value: number | undefined): boolean {
  const kind = fields.find((field) => field.key === key)?.kind;
  return value === undefined || (kind?.is === 'number' && value >= kind.min && value <= kind.max);
}

const typeWords: readonly (readonly [RegExp, TestType])[] = [
  [/cycl|사이클|수명/i, 'Cycle'],
  [/\brpt\b|reference/i, 'RPT'],
  [/\bpulses?\b|\bhppc\b|\bdc-?ir\b|펄스/i, 'Pulse'],
  [/\brate (?:capability|test)|율 ?특성/i, 'Rate'],
  [/\bcalend(?:ar|ric)\b|\bstorage test|캘린더|저장 ?시험/i, 'Calendar'],
];

const safetyWords: readonly (readonly [RegExp, SafetyTest])[] = [
  [/\bnail\b|관통/i, 'Nail Penetration'],
  [/\bcrush\b|압착|압괴/i, 'Crush'],
  [/\bovercharge\b|과충전/i, 'Overcharge'],
  [/\bthermal abuse\b|열 ?남용|열 ?노출/i, 'Thermal Abuse'],
];

function testsIn(text: string): TestType[] {
  const tests = typeWords.filter(([pattern]) => pattern.test(text)).map(([, type]) => type);
  return safetyTestsIn(text).length === 0 ? tests : [...tests, 'Safety'];
}

function safetyTestsIn(text: string): SafetyTest[] {
  return safetyWords.filter(([pattern]) => pattern.test(text)).map(([, test]) => test);
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

/**
 * Returns the changes that make a draft order of what was asked, with typical values for the rest.
 * @param newId draws the ids of its tests
 */
export function changesOfAskedOrder(asked: AskedOrder, newId: () => string): ValueChange[] {
  const doc: OrderDoc = {};
  const made = new Map<string, ValueChange>();
  const apply = (changes: ValueChange[]): void => {
    for (const change of changes) {
      doc[change.path] = change.value;
      made.set(change.path, change);
    }
  };
  const design = designOfAskedOrder(asked);
  const chosen: [string, string | number | undefined][] = [
    ['service', asked.service],
    ...(design === undefined ? sentCells(asked) : []),
  ];
  for (const [path, value] of chosen) if (value !== undefined) apply(changesOfChoice(doc, path, value));
  if (design !== undefined) apply(designChanges(docOfDesign(design.parameters), doc));
  apply(changesOfTypical(doc));
  for (const test of asked.tests) {
    for (const safetyTest of test === 'Safety' ? (asked.safetyTests ?? []) : [undefined]) {
      const id = newId();
      apply(changesOfNewTest(doc, id, test, safetyTest));
      apply(namedOf(asked, id, test));
    }
  }
  return [...made.values()];
}

/** The values that the question names for a test; they replace the typical ones. */
function namedOf({ service, quantity, cycles, temperature_C }: AskedOrder, id: string, test: TestType): ValueChange[] {
  const named: [string, number | undefined][] = [
    ['cellsPerCondition', service === 'testing' ? quantity : undefined],
    ['cycles', test === 'Cycle' ? cycles : undefined],
    ['temp', temperature_C],
  ];
  return named.flatMap(([key, value]) => (value === undefined ? [] : [{ path: pathOf('tests', id, key), value }]));
}
