import { longestQuestion, readable } from '../../quantities/quantities.ts';
import { testFields } from '../fields/test-fields.ts';
import { orderFields } from '../fields/fields.ts';
import type { AskedOrder } from '../data/asked.ts';
import type { Field } from '../data/field.ts';
import { orderOf } from './asked-order.ts';
import { askedDesignIn } from './asked-design.ts';

/** Reads what a question asks the price of. @returns undefined when it asks for no price of ours */
export function askedOrderIn(question: string): AskedOrder | undefined {
  if (question.length > longestQuestion) return undefined;
  const text = readable(question);
  if (elsewhere.test(text)) return undefined;
  const asked = orderOf(askedDesignIn(question));
  const { service, quantity, cell, capacity_Ah, format } = asked;
  const namesCells = quantity !== undefined || capacity_Ah !== undefined;
  if (!asksPrice.test(text) && !(namesCells && asksAmount.test(text) && !ofKoreanCells.test(text))) return undefined;
  if (/^how much (?:is|are)\b/i.test(text) && ofCells.test(text)) return undefined;
  const isCell = capacity_Ah !== undefined || (cell !== undefined && asksCellPrice.test(text));
  const isOurs = format !== undefined || isCell || service !== 'prototyping' || builds.test(text);
  const canBeOrdered =
    (service === 'testing'
      ? isAllowed(testFields, 'cellsPerCondition', quantity)
      : isAllowed(orderFields, 'quantity', quantity)) &&
    isAllowed(testFields, 'cycles', asked.cycles) &&
    [asked.temperature_C, ...(asked.moreTemperatures_C ?? [])].every((each) => isAllowed(testFields, 'temp', each));
  return isOurs && canBeOrdered ? asked : undefined;
}

/** Whether a field takes a number. */
function isAllowed(fields: readonly Field[], key: string, value: number | undefined): boolean {
  const kind = fields.find((field) => field.key === key)?.kind;
  return value === undefined || (kind?.is === 'number' && value >= kind.min && value <= kind.max);
}

const asksCellPrice = /\b(?:pri[cs]e|cost|quot\w+)s? (?:of|for)\b.*\bcells?\b|(?:셀|전지).*(?:가격|견적|비용|단가)/i;

const builds = /prototyp|build|시제품|제작/i;

const asksPrice =
  /how (?:much|expensive) (?:does|do|would|will)\b.*\bcost|^how (?:much|expensive) (?:is|are|for)\b|what (?:does|do|would|will)\b.*\bcost|\bpri[cs]es?\b|\bcosts? (?:of|for|per)\b|\bquot(?:e|ation)\b|\bdo you charge for\b|비용|가격|견적|단가/i;

/** Words that ask for a price only where cells are named. */
const asksAmount =
  /\bhow (?:much|mcuh)\b(?= (?:for|in|would|will|altogether)\b|\W*$)|\bcosts?\b|\bestimate for \d|얼마(?!나|큼|동안|간)|(?<![가-힣])값/i;

/** Words for properties of a cell, or for what happens to it: "how much" asks for no price of these. */
const ofCells =
  /capacit|energy|resist|thick|swell|weigh|\bmass\b|gram|heat|warm|cool|los[st]|loss|degrad|moisture|water|pressure|volt|current|charge|lithium(?! metal)|dead|gas\b|dimension|diameter|height|width|length|volume|\b[km]?wh\b|\bin\s+[a-z]{1,4}\??$/i;
const ofKoreanCells = /에너지|저항|두께|팽창|무게|질량|발열|손실|전압|전류|수분|지름|내경|외경|높이|길이|부피|온도/;

/** Prices that are not ours: of materials, machines, markets and others' products. */
const elsewhere =
  /(?<!\d ?)k?wh\b|tonne|\bton\b|per kg|\bkilo\b|lithium (?:carbonate|hydroxide|price)|cobalt|nickel price|market|machine|winder|equipment|tester|cycler|share|stock|supplier|\bbuy\b|who |tesla|dry ?room|glove ?box|trend|history|since|material|binder|separator|travel|(?<!with [^,.]{0,30})electrolyte|electricity|shipping cost|transport|certif|un ?38|why|how is the price|driver?s|items|workflow|calculat|higher|tooling|foil|crimp|weld|parts?\b|holder|fixture|charger|powder|electrodes\b|degradation|moisture|dead\b|\bdie\b|금형|구성|계산|체크리스트|방식|기계|장비|권취기|시세|비용 없이|톤당|주가|재료|분리막|운송|인증/i;
