import { grouped } from '../calculation/figures.ts';
import { textIn, type Words, words } from '../calculation/words.ts';
import { serverLimits } from '../server-limits.ts';
import { type AskedOrder, changesOfAsked } from './asked-order.ts';
import { filled } from './check-texts.ts';
import { nameIn, namedIn } from './korean-names.ts';
import { koreanLineTexts } from './line-texts.ts';
import { leastCells } from './least-cells.ts';
import type { OrderDoc, QuoteLine } from './order.ts';
import { quoteOf } from './price.ts';
import type { RateCard } from './rate-card.ts';

/** The answer to a question about a price: from the rate card, with what is assumed and what is still to be named. */
export function priceText(asked: AskedOrder, isKorean: boolean, card: RateCard): string {
  let count = 0;
  const doc: OrderDoc = {};
  for (const { path, value } of changesOfAsked(asked, () => `t${count++}`)) doc[path] = value;
  const quote = quoteOf(doc, card);
  // Without a capacity, neither the class of the channel nor the fee of a safety test is known.
  const hasChannels = quote.lines.some(({ code }) => /^test\/.*\/(?:channel|cells)$/.test(code));
  const needs = needsOf(asked, hasChannels);
  const isWhole = asked.format !== undefined && (asked.service === 'prototyping' || hasChannels);
  const lines = isWhole ? quote.lines.map((line) => lineText(line, isKorean, card)) : unitLines(asked, isKorean, card);
  const head = isWhole
    ? totalText(moneyText(quote.total, card), isKorean)
    : isKorean
      ? '단가입니다.'
      : 'These are the unit prices.';
  const list = lines.map((line) => `- ${line}`).join('\n');
  return [head, list, leastText(asked, isKorean), basis(isWhole, isKorean, card), asksFor(needs, isKorean)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Fewer cells than this are not built. */
function leastText({ service, format = '', quantity }: AskedOrder, isKorean: boolean): string {
  const least = service === 'testing' ? undefined : leastCells[format];
  if (least === undefined || quantity === undefined || quantity >= least) return '';
  return isKorean
    ? `이 형식은 최소 ${least}개부터 제작합니다.`
    : `We build at least ${least} cells of this format; an order of fewer cannot be sent.`;
}

type Need = 'format' | 'quantity' | 'tests' | 'capacity';

/** What the question does not name, though the price depends on it. */
function needsOf({ format, quantity, service, tests }: AskedOrder, hasChannels: boolean): Need[] {
  const needs: [Need, boolean][] = [
    ['format', format === undefined],
    ['quantity', quantity === undefined],
    ['tests', service !== 'prototyping' && tests.length === 0],
    ['capacity', service !== 'prototyping' && !hasChannels],
  ];
  return needs.filter(([, isOpen]) => isOpen).map(([need]) => need);
}

const needWords: Record<Need, Words> = {
  format: words('the format of the cell', '셀 형식'),
  quantity: words('the number of cells', '셀 수량'),
  capacity: words('the capacity of the cell', '셀 용량'),
  tests: words(
    'the test (RPT, cycle, pulse, rate, storage or safety test)',
    '시험 종류(RPT, 사이클, 펄스, 율 특성, 저장 또는 안전 시험)',
  ),
};

function asksFor(needs: readonly Need[], isKorean: boolean): string {
  if (needs.length === 0) return '';
  const list = needs.map((need) => textIn(needWords[need], isKorean)).join(', ');
  return isKorean
    ? `${list}을(를) 알려 주시면 그에 맞는 가격을 보여 드립니다.`
    : `Name ${list}, and the price is for exactly that.`;
}

function totalText(total: string, isKorean: boolean): string {
  return isKorean ? `예상 가격은 세전 ${total}입니다.` : `The estimate is ${total} before tax.`;
}

function basis(isWhole: boolean, isKorean: boolean, { version }: RateCard): string {
  const days = serverLimits.quoteDays;
  if (isKorean) {
    const assumed = isWhole ? ' 질문에 없는 값은 해당 형식의 일반적인 값으로 가정했습니다.' : '';
    return `요율표 ${version}의 예시 가격이며, 주문이 검토되기 전까지는 견적이 아닌 추정입니다. 검토된 가격은 ${days}일 동안 유효합니다.${assumed}`;
  }
  const assumed = isWhole ? ' Assumed: typical values of the format for what the question does not name.' : '';
  return `Example prices of rate card ${version}, an estimate until the order is reviewed; a reviewed price is valid for ${days} days.${assumed}`;
}

function lineText(line: QuoteLine, isKorean: boolean, card: RateCard): string {
  const label =
    isKorean && line.text !== undefined
      ? filled(koreanLineTexts[line.text.key], namedIn(isKorean, line.text.values))
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
  return `${grouped(whole)}.${part} ${currency}`;
}
