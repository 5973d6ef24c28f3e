import { expect, test } from 'vitest';
import { withComputed } from '#domain/assistant/computed.ts';
import { asNumber } from '#domain/order/data/field.ts';
import { nameIn } from '#domain/order/data/korean-names.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { safetyTestOf, testsOf } from '#domain/order/data/tests.ts';
import { changesOfAskedOrder } from '#domain/order/design/asked-order.ts';
import type { ValueChange } from '#domain/order/fields/presets.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { describedCell } from '../../../../src/order/editor/described-cell.ts';
import { askedSentences, refusedSentences, type AskedSentence } from './price-sentences.ts';

/** The price of an answer, of the draft that it opens, and of an order that is filled with the same description. */

const docOf = (changes: readonly ValueChange[]): OrderDoc =>
  Object.fromEntries(changes.flatMap(({ path, value }) => (value === null ? [] : [[path, value]])));

const ids = () => {
  let count = 0;
  return () => `t${String(count++).padStart(2, '0')}`;
};

function answerTo(text: string) {
  const { computed } = withComputed({ text, chatType: 1 }, exampleRateCard);
  if (computed?.order === undefined) throw new Error(`no price is answered: ${text}`);
  return { answer: computed.text, order: computed.order, draft: docOf(changesOfAskedOrder(computed.order, ids())) };
}

const priceIn = (doc: OrderDoc) => (quoteOf(doc, exampleRateCard).total / 100).toFixed(2);
const isKorean = (text: string) => /[가-힣]/.test(text);

test.each(askedSentences)('“$text”: the answer, its draft and the filled order have one price', (asked) => {
  const { answer, draft } = answerTo(asked.text);
  const { order, problem } = describedCell(asked.text, undefined);
  expect(problem).toBeUndefined();
  const filled = docOf(changesOfAskedOrder(order, ids(), { doc: {} }));
  expect(filled).toEqual(draft);
  const [head = ''] = answer.replaceAll(/(?<=\d),(?=\d{3})/g, '').split('\n');
  expect(asked.refusal === undefined ? head : answer).toContain(asked.refusal ?? `${priceIn(draft)} EUR`);
  expect(answer.includes('EUR')).toBe(asked.refusal === undefined);
});

test.each(askedSentences)('“$text”: the cell and its tests are those that are asked', (asked) => {
  const { draft } = answerTo(asked.text);
  const { service = 'prototyping', cells, format, cell, Ah, layers, tests = [] } = asked;
  const size = layers === undefined ? {} : { layers };
  expect(draft).toMatchObject({ service, quantity: cells, format, ...size });
  const [cathode = '', anode = ''] = ['cathode', 'anode'].map((each) => textAt(draft, `electrodes/${each}/grade`));
  // Of a half cell, only the electrode that is studied has a grade.
  const built = cathode === '' || anode === '' ? `${cathode}${anode}/Li` : `${cathode}/${anode}`;
  expect(service === 'testing' ? (draft['chemistry'] ?? '') : built).toBe(cell);
  const capacity = asNumber(draft['nominalCapacity_Ah']);
  expect(Ah ?? capacity).toBe(capacity);
  expect(testsIn(draft, asked).toSorted()).toEqual([...tests].toSorted());
});

/** Returns a value as text; empty if there is none. */
function textAt(doc: OrderDoc, path: string): string {
  const value = doc[path];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function testsIn(doc: OrderDoc, { service, tests = [] }: AskedSentence): string[] {
  const namesCycles = tests.some((each) => /^Cycle \d+ -?\d+ /.test(each));
  return testsOf(doc).map(({ id, type }) => {
    const at = (key: string) => textAt(doc, `tests/${id}/${key}`);
    const cycles = type === 'Cycle' && namesCycles ? ` ${at('cycles')}` : '';
    const cells = service === 'testing' ? ` × ${at('cellsPerCondition')}` : '';
    return `${safetyTestOf(doc, id) ?? type}${cycles} ${at('temp')} °C${cells}`;
  });
}

test.each(askedSentences)('“$text”: the answer names its cell, what it assumed and what it did not read', (asked) => {
  const { text, cells, format, Ah, balance, assumed = [], unread = [], isTooLarge = false, service } = asked;
  const { answer, draft } = answerTo(text);
  const [head = ''] = answer.split('\n');
  const korean = isKorean(text);
  expect(head).toMatch(korean ? new RegExp(`셀 ${cells}개`) : new RegExp(`\\b${cells} cells?\\b`));
  const layers = service === 'testing' ? '' : textAt(draft, 'layers');
  const named = [
    nameIn(korean, format),
    Ah === undefined ? '' : Ah < 0.1 ? `${Ah * 1000} mAh` : `${Ah} Ah`,
    balance === undefined ? '' : `N/P ${balance}`,
    layers === '' ? '' : korean ? `양극 ${layers}층` : `${layers} cathode layer`,
  ];
  for (const part of named) expect(head).toContain(part);
  expect(/does not fit|들어가지 않습니다/.test(answer)).toBe(isTooLarge);
  const assumption = answer.split('\n').find((line) => /^(?:Assumed|가정)/.test(line)) ?? '';
  expect(/^(?:Assumed: \d+ cells|가정: 셀 \d+개)/.test(assumption)).toBe(assumed.includes('cells'));
  expect(/(?:: |; )(?:format|형식) /.test(assumption)).toBe(assumed.includes('format'));
  const left =
    /^(?:Not in this price|Not read|가격에 반영되지 않음|읽지 못한 내용): (.*?)\.(?: |$)/m.exec(answer)?.[1] ?? '';
  expect(left).toBe(unread.join(', '));
});

test.each(refusedSentences)('“$text”: no other cell is priced, and the reason is named', ({ text, reason }) => {
  const { answer } = answerTo(text);
  expect(answer).toMatch(reason);
  expect(answer).not.toMatch(/The estimate for|예상 가격/);
  expect(describedCell(text, undefined).problem).toBeDefined();
});

test('a hundred sentences are asked, a third of them in Korean', () => {
  const all = [...askedSentences, ...refusedSentences];
  expect(all.length).toBeGreaterThanOrEqual(100);
  expect(all.filter(({ text }) => isKorean(text)).length).toBeGreaterThanOrEqual(33);
});
