import { groupDigits } from '../../quantities/quantity-texts.ts';
import { textIn, type BilingualText, words } from '../../quantities/words.ts';
import { changesOfAskedOrder, designOfAskedOrder } from './asked-order.ts';
import type { Check } from '../data/check.ts';
import { fillText } from '../data/check-texts.ts';
import type { AskedDesign, AskedOrder } from '../data/asked.ts';
import { assumedText, cellText, largestText, sentCellText } from './design-texts.ts';
import type { SolvedDesign } from './solve.ts';
import { asNumber } from '../data/field.ts';
import { nameIn, namedIn } from '../data/korean-names.ts';
import { koreanRefusals } from '../fields/korean-refusals.ts';
import { koreanLineTexts } from '../data/line-texts.ts';
import type { OrderDoc, QuoteLine } from '../data/order.ts';
import { quoteOf } from '../price/price.ts';
import { priceRefusal } from '../price/price-refusal.ts';
import type { RateCard } from '../data/rate-card.ts';
import { testedCells } from '../fields/test-cells.ts';
import { quoteDays } from '../price/review.ts';

/**
 * The answer to a question about a price, from the rate card: the cell that is priced, the lines, what is assumed, and
 * what is still to be named. An order that cannot be placed has no price: the answer says why.
 */
export function priceText(asked: AskedOrder, isKorean: boolean, card: RateCard): string {
  let count = 0;
  const doc: OrderDoc = {};
  for (const { path, value } of changesOfAskedOrder(asked, () => `t${count++}`)) doc[path] = value;
  const design = designOfAskedOrder(asked);
  const quote = quoteOf(doc, card);
  // Without a capacity, neither the class of the channel nor the fee of a safety test is known.
  const hasChannels = quote.lines.some(({ code }) => /^test\/.*\/(?:channel|cells)$/.test(code));
  const needs = needsOf(asked, hasChannels);
  const isWhole = asked.service === 'testing' ? asked.format !== undefined && hasChannels : design !== undefined;
  const refusal = isWhole ? priceRefusal(doc) : undefined;
  const lines = isWhole ? quote.lines.map((line) => lineText(line, isKorean, card)) : unitLines(asked, isKorean, card);
  const what = orderText(asked, doc, design, isKorean);
  const head = !isWhole
    ? unitsText(isKorean)
    : refusal === undefined
      ? totalText(what, moneyText(quote.total, card), isKorean)
      : refusedText(what, refusal, isKorean);
  const largest = design === undefined ? undefined : largestText(design, isKorean);
  const priced = [
    lines.map((line) => `- ${line}`).join('\n'),
    basis(isKorean, card),
    assumedOf(asked, doc, isWhole ? design : undefined, isKorean),
    unreadText(asked, isKorean),
    asksFor(needs, isKorean),
  ];
  return [head, largest ?? '', ...(refusal === undefined ? priced : [unreadText(asked, isKorean, true)])]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Names the cells that are priced: their number, and what they are. */
function orderText(asked: AskedOrder, doc: OrderDoc, design: SolvedDesign | undefined, isKorean: boolean): string {
  const cell = design === undefined ? sentCellText(asked, isKorean) : cellText(design, isKorean);
  const cells = asNumber(doc['quantity']) ?? testedCells(doc);
  const count = isKorean ? `셀 ${cells}개` : `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
  const named = cell === '' ? count : isKorean ? `${count}(${cell})` : `${count} (${cell})`;
  if (asked.service !== 'testing') return named;
  return isKorean ? `${named} 시험` : `testing ${named}`;
}

/** Returns the text of the assumptions about the cells that are built and about the tests. */
function assumedOf(asked: AskedOrder, doc: OrderDoc, design: SolvedDesign | undefined, isKorean: boolean): string {
  const cells = asked.quantity === undefined ? asNumber(doc['quantity']) : undefined;
  const ofCell = design === undefined ? [] : [assumedText(design, isKorean, cells)];
  const ofTests = asked.tests.length === 0 ? [] : [typicalTestsText(isKorean)];
  return [...ofCell, ...ofTests].join(' ');
}

function typicalTestsText(isKorean: boolean): string {
  return isKorean
    ? '시험 조건 가운데 질문에 없는 것은 일반적인 값입니다.'
    : 'Conditions of tests that the question does not name are typical ones.';
}

/** Says which parts of the question the price leaves out. */
function unreadText({ unread = [] }: AskedOrder, isKorean: boolean, isRefused = false): string {
  if (unread.length === 0) return '';
  const list = unread.join(', ');
  if (isRefused) return isKorean ? `읽지 못한 내용: ${list}.` : `Not read: ${list}.`;
  return isKorean
    ? `가격에 반영되지 않음: ${list}. 초안을 열어 입력하세요.`
    : `Not in this price: ${list}. Open the draft to enter it.`;
}

type MissingValue = 'format' | 'quantity' | 'tests' | 'capacity';

/** Returns the values that the question does not name, though the price depends on them. */
function needsOf(
  { format, quantity, service, tests, capacity_Ah, cell }: AskedOrder,
  hasChannels: boolean,
): MissingValue[] {
  const needs: [MissingValue, boolean][] = [
    ['format', format === undefined],
    ['quantity', quantity === undefined],
    ['tests', service !== 'prototyping' && tests.length === 0],
    ['capacity', capacity_Ah === undefined && (service === 'testing' ? !hasChannels : isOpenSize(cell))],
  ];
  return needs.filter(([, isOpen]) => isOpen).map(([need]) => need);
}

/** Whether nothing that is asked of a cell decides its capacity. */
function isOpenSize({ energy_Wh, layers, size_mm, disc_mm }: AskedDesign = {}): boolean {
  return (energy_Wh ?? layers ?? size_mm ?? disc_mm) === undefined;
}

const needWords: Record<MissingValue, BilingualText> = {
  format: words('the format of the cell', '셀 형식'),
  quantity: words('the number of cells', '셀 수량'),
  capacity: words('the capacity of the cell', '셀 용량'),
  tests: words(
    'the test (RPT, cycle, pulse, rate, storage or safety test)',
    '시험 종류(RPT, 사이클, 펄스, 율 특성, 저장 또는 안전 시험)',
  ),
};

function asksFor(needs: readonly MissingValue[], isKorean: boolean): string {
  if (needs.length === 0) return '';
  const list = needs.map((need) => textIn(needWords[need], isKorean)).join(', ');
  return isKorean
    ? `${list}을(를) 알려 주시면 그에 맞는 가격을 보여 드립니다.`
    : `Name ${list}, and the price is for exactly that.`;
}

function unitsText(isKorean: boolean): string {
  return isKorean ? '단가입니다.' : 'These are the unit prices.';
}

function totalText(what: string, total: string, isKorean: boolean): string {
  return isKorean ? `${what}의 예상 가격은 ${total}입니다.` : `The estimate for ${what} is ${total}.`;
}

function refusedText(what: string, { message, text }: Check, isKorean: boolean): string {
  if (!isKorean) return `There is no price for ${what}. ${message}`;
  const korean = text === undefined ? undefined : koreanRefusals[text.key];
  const reason =
    korean === undefined
      ? '이 값으로는 제작할 수 없습니다. 초안을 열어 고치세요.'
      : fillText(korean, text?.values ?? []);
  return `${what}에는 가격이 없습니다. ${reason}`;
}

function basis(isKorean: boolean, { version }: RateCard): string {
  const days = quoteDays;
  return isKorean
    ? `요율표 ${version}의 예시 가격이며, 주문이 검토되기 전까지는 견적이 아닌 추정입니다. 검토된 가격은 ${days}일 동안 유효합니다. 세금이 있으면 청구서에 표시됩니다.`
    : `Example prices of rate card ${version}, an estimate until the order is reviewed; a reviewed price is valid for ${days} days. Tax, if any, is on the invoice.`;
}

function lineText(line: QuoteLine, isKorean: boolean, card: RateCard): string {
  const label =
    isKorean && line.text !== undefined
      ? fillText(koreanLineTexts[line.text.key], namedIn(isKorean, line.text.values))
      : line.label;
  const each = line.qty === 1 ? '' : ` (${line.qty} × ${moneyText(line.unitPrice, card)})`;
  return `${label}: ${moneyText(line.amount, card)}${each}`;
}

/** Prices of one cell, or of tests, where the question does not name enough for a whole order. */
function unitLines({ service, format }: AskedOrder, isKorean: boolean, card: RateCard): string[] {
  const texts = isKorean ? koreanUnits : englishUnits;
  const cells = Object.entries(card.assemblyPerCell)
    .filter(([code]) => format === undefined || code === format)
    .map(([code, cents]) => `${texts.cell} ${nameIn(isKorean, code)}: ${moneyText(cents, card)}`);
  const channels = card.channelDay.map(
    ({ upTo_A, price }) => `${texts.channel} ${upTo_A} A: ${moneyText(price, card)}`,
  );
  const tests = [
    `${texts.setup}: ${moneyText(card.testSetup, card)}`,
    ...channels,
    `${texts.report}: ${moneyText(card.report, card)}`,
  ];
  return [...(service === 'testing' ? [] : cells), ...(service === 'prototyping' ? [] : tests)];
}

const englishUnits = {
  cell: 'Assembly of one cell,',
  setup: 'Set-up of each type of test',
  channel: 'Channel and day up to',
  report: 'Report and data',
};
const koreanUnits = {
  cell: '셀 1개 조립,',
  setup: '시험 종류별 준비',
  channel: '채널 1일, 최대',
  report: '보고서 및 데이터',
};

function moneyText(cents: number, { currency }: RateCard): string {
  const [whole = '', part] = (cents / 100).toFixed(2).split('.');
  return `${groupDigits(whole)}.${part} ${currency}`;
}
