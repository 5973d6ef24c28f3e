import { chemistryIn } from '../calculation/materials.ts';
import { quantitiesIn, readable } from '../calculation/quantities.ts';
import type { OrderDoc } from './order.ts';
import { type Change, changesOfChoice, changesOfNewTest, changesOfTypical } from './presets.ts';
import type { TestType } from './tests.ts';

/** What a question about a price says about the order. */
export interface AskedOrder {
  service: 'prototyping' | 'testing' | 'both';
  format?: string;
  quantity?: number;
  chemistry?: string;
  capacity_Ah?: number;
  tests: TestType[];
}

/** Reads what a question asks the price of. @returns undefined when it asks for no price of ours */
export function askedOrderIn(question: string): AskedOrder | undefined {
  if (question.length > 300) return undefined;
  const text = readable(question);
  if (!asksPrice.test(text) || elsewhere.test(text)) return undefined;
  const format = formatIn(text);
  const builds = format !== undefined || /prototyp|build|시제품|제작/i.test(text);
  const testsCells = /\btest|cycling|cycle test|\brpt\b|시험|테스트/i.test(text);
  if (!builds && !testsCells) return undefined;
  const isTestOnly = testsCells && !/prototyp|build|make|making|and test|plus|시제품|제작/i.test(text);
  const quantity = quantityIn(text);
  const chemistry = chemistryIn(text);
  const capacity = quantitiesIn(text).find(({ dimension }) => dimension === 'capacity');
  return {
    service: isTestOnly ? 'testing' : testsCells ? 'both' : 'prototyping',
    tests: testsCells ? testsIn(text) : [],
    ...(format === undefined ? {} : { format }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(chemistry === undefined ? {} : { chemistry }),
    ...(capacity === undefined ? {} : { capacity_Ah: capacity.value }),
  };
}

const asksPrice =
  /how much (?:does|do|would|will)\b.*\bcost|^how much (?:is|are|for)\b|what (?:does|do|would|will)\b.*\bcost|\bprices?\b|\bcosts? (?:of|for)\b|\bquote for\b|비용|가격|견적|단가/i;

/** Prices that are not ours: of materials, machines, markets and others' products. */
const elsewhere =
  /k?wh\b|tonne|\bton\b|per kg|\bkilo\b|lithium (?:carbonate|hydroxide|price)|cobalt|nickel price|market|machine|winder|equipment|tester|cycler|share|stock|supplier|\bbuy\b|who |tesla|dry ?room|glove ?box|trend|history|since|material|binder|separator|travel|electrolyte|electricity|shipping cost|transport|certif|un ?38|why|how is the price|driver?s|items|workflow|calculat|higher|tooling|\bdie\b|금형|구성|계산|체크리스트|방식|기계|장비|권취기|시세|톤당|주가|재료|분리막|운송|인증/i;

const formatWords: readonly (readonly [RegExp, string])[] = [
  [/18650/, '18650'],
  [/21700/, '21700'],
  [/26650/, '26650'],
  [/4680/, '4680'],
  [/coin|2032|코인/i, '2032 coin'],
  [/single[- ]layer|단층/i, 'pouch single-layer'],
  [/pouch|파우치/i, 'pouch multi-layer'],
  [/prismatic|각형/i, 'prismatic'],
];

function formatIn(text: string): string | undefined {
  return formatWords.find(([pattern]) => pattern.test(text))?.[1];
}

/** A count right before what it counts: 20 coin cells, 100 x 21700, 코인셀 20개. */
function quantityIn(text: string): number | undefined {
  const found =
    /(?<![\d.,])([1-9]\d{0,3}) ?(?:x |× ?)?(?:(?:single|multi)[- ]layer )?(?:(?:coin|pouch|prismatic|cylindrical|18650|21700|26650|4680|2032|prototype|nmc|lfp)s? ?)*(?:cells?|18650|21700|26650|4680|pouch|prototypes|pcs|개|셀)/i.exec(
      text,
    );
  return found === null ? undefined : Number(found[1]);
}

function testsIn(text: string): TestType[] {
  const tests: TestType[] = [];
  if (/cycl|사이클|수명/i.test(text)) tests.push('Cycle');
  if (/\brpt\b|reference/i.test(text)) tests.push('RPT');
  return tests;
}

/**
 * Returns the changes that make a draft order of what was asked, with typical values for the rest.
 * @param newId draws the ids of its tests
 */
export function changesOfAsked(asked: AskedOrder, newId: () => string): Change[] {
  const doc: OrderDoc = {};
  const made = new Map<string, Change>();
  const apply = (changes: Change[]): void => {
    for (const change of changes) {
      doc[change.path] = change.value;
      made.set(change.path, change);
    }
  };
  const chosen: [string, string | number | undefined][] = [
    ['service', asked.service],
    ['format', asked.format],
    ['chemistry', asked.chemistry],
    ['quantity', asked.quantity],
    ['nominalCapacity_Ah', asked.capacity_Ah],
  ];
  for (const [path, value] of chosen) if (value !== undefined) apply(changesOfChoice(doc, path, value));
  apply(changesOfTypical(doc));
  for (const test of asked.tests) apply(changesOfNewTest(doc, newId(), test));
  return [...made.values()];
}
