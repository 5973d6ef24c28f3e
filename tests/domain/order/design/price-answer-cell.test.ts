import { expect, test } from 'vitest';
import { withComputed } from '#domain/assistant/computed.ts';
import { changesOfAskedOrder } from '#domain/order/design/asked-order.ts';
import { askedOrderIn } from '#domain/order/design/price-question.ts';
import type { CheckCode } from '#domain/order/data/check-texts.ts';
import { askedDesignIn } from '#domain/order/design/asked-design.ts';
import { designChanges } from '#domain/order/design/design-changes.ts';
import { docOfDesign } from '#domain/order/design/parameters.ts';
import { solvedDesign } from '#domain/order/design/solve.ts';
import { koreanRefusals } from '#domain/order/fields/korean-refusals.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import type { ValueChange } from '#domain/order/fields/presets.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { priceText } from '#domain/order/design/price-answer.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import navigator from '../../../../public/locales/ko/navigator.json' with { type: 'json' };

/** The assistant prices the cell that "Describe the cell" designs for the same words. */

const docOf = (changes: readonly ValueChange[]): OrderDoc =>
  Object.fromEntries(changes.flatMap(({ path, value }) => (value === null ? [] : [[path, value]])));

function askedIn(question: string) {
  const asked = askedOrderIn(question);
  if (asked === undefined) throw new Error(`no price is asked: ${question}`);
  return asked;
}

function answerTo(question: string): string {
  return priceText(askedIn(question), /[가-힣]/.test(question), exampleRateCard);
}

const priced = [
  '24 pouch cells 3 Ah NMC811/graphite',
  '24 LFP pouch cells 3 Ah',
  '24 pouch cells 20 Ah',
  '30 pouch cells, 20 layers, 3 mAh/cm², NMC622, N/P 1.15',
  '20 pouch cells 100 x 150 mm, 8 mm thick, NMC811',
  '40 21700 cells 4.5 Ah NCA',
  '20 18650 cells 3 Ah NMC811/Si-graphite',
  '20 18650 cells 9 Ah LFP',
  '10 4680 LFP cells 15 Ah',
  '20 32140 sodium-ion cells 8 Ah',
  '50 coin cells 3 mAh LCO',
  '50 coin cells half cell NMC811 2 mAh/cm2 14 mm disc',
  '20 single-layer pouch cells 40 mAh LMO',
  '10 prismatic cells 50 Ah LFP',
  '10 prismatic cells 174 x 207 mm LFP',
  '20 pouch cells 5 Ah NMC/LTO',
  '20 pouch cells',
  'LFP 3 Ah 파우치 셀 24개',
  'NMC811 4.5 Ah 21700 셀 30개',
  '코인셀 20개',
];

test.each(priced)('%s: one price, asked for or designed', (words) => {
  const question = /[가-힣]/.test(words) ? `${words} 가격이 얼마예요?` : `price of ${words}`;
  const answered = docOf(changesOfAskedOrder(askedIn(question), () => 't'));
  const design = docOfDesign(solvedDesign(askedDesignIn(words).asked).parameters);
  const filled = docOf(designChanges(design, {}));
  expect(answered).toEqual(filled);
  const { total } = quoteOf(filled, exampleRateCard);
  expect(answerTo(question).replaceAll(',', '')).toContain(`${(total / 100).toFixed(2)} EUR`);
});

test('the first line names the cell: its number, format, chemistry, capacity and layers', () => {
  const [line] = answerTo('price of 24 pouch cells 3 Ah NMC811/graphite').split('\n');
  expect(line).toMatch(
    /^The estimate for 24 cells \(pouch multi-layer, NMC\/graphite, NMC811, 3 Ah, \d+ cathode layers of [\d.]+ × [\d.]+ mm.*\) is [\d,]+\.\d\d EUR\.$/,
  );
  const [korean] = answerTo('LFP 3 Ah 파우치 셀 24개 가격').split('\n');
  expect(korean).toMatch(/^셀 24개\(파우치 다층, LFP\/흑연, 3 Ah, 양극 \d+층, .*\)의 예상 가격은 [\d,.]+ EUR입니다\.$/);
});

test('a smaller cell costs less than a larger one, and LFP is not NMC', () => {
  const totals = ['3 Ah NMC811', '3 Ah LFP', '20 Ah NMC811'].map((words) => {
    const doc = docOf(changesOfAskedOrder(askedIn(`price of 24 pouch cells ${words}`), () => 't'));
    return quoteOf(doc, exampleRateCard).total;
  });
  const [small = 0, iron = 0, large = 0] = totals;
  expect(small).toBeLessThan(iron);
  expect(iron).toBeLessThan(large);
});

test('what a question names is not assumed', () => {
  const answer = answerTo('price of 24 pouch cells 3 Ah NMC811/graphite N/P 1.15 with RPT');
  const assumed = answer.split('\n').find((line) => line.startsWith('Assumed')) ?? '';
  expect(assumed).not.toMatch(/cells|NMC811|graphite|N\/P|chemistry|\bAh\b/);
  expect(answerTo('price of prismatic cells 174 x 207 mm LFP 50 Ah')).not.toMatch(/a can of/);
  expect(answerTo('price of pouch cells 3 Ah NMC811')).toMatch(/Assumed: 10 cells; /);
});

test('values that the price leaves out are listed', () => {
  const warm = answerTo('price of 24 pouch cells 3 Ah NMC811 with a cycle test at 25 °C and 45 °C, 1C');
  expect(warm).toContain('Not in this price: 1C.');
  expect(warm).toMatch(/Cycle.* 25 °C.*\n.*Cycle.* 45 °C/);
  expect(answerTo('price of 24 pouch cells 3 Ah NMC811 with a cycle test of 500 cycles')).not.toContain('Not in');
  const range = 'price of 24 pouch cells 3 Ah NMC811 3-5 mAh/cm² with a cycle test of 500 to 1000 cycles';
  expect(answerTo(range)).toContain('Not in this price: 3-5 mAh/cm², 500 to 1000 cycles.');
  expect(askedIn(range)).not.toMatchObject({ cycles: expect.anything() });
});

test('fewer cells than are built have no price, and the answer names the least number', () => {
  for (const [question, least] of [
    ['price of 3 coin cells', 'starts at 5 cells'],
    ['price of 12 21700 cells 4 Ah', 'starts at 20 cells'],
    ['코인셀 3개 가격', '5개부터'],
  ] as const) {
    const answer = answerTo(question);
    expect(answer).toContain(least);
    expect(answer).not.toContain('EUR');
  }
});

const computedFor = (text: string) => withComputed({ text, chatType: 1 }, exampleRateCard).computed;

test('a material or a format that is not built gets its reason and no price of another cell', () => {
  for (const [text, reason] of [
    ['price of 24 LMFP pouch cells 3 Ah', 'There are no figures for LMFP here.'],
    ['price of 24 LFP/LTO pouch cells', 'LFP + LTO are not built together here.'],
  ] as const) {
    expect(computedFor(text)?.text).toContain(reason);
    expect(computedFor(text)?.text).not.toContain('The estimate');
    expect(computedFor(text)?.order?.format).toBeUndefined();
  }
});

test('the Korean reasons are those of the screens', () => {
  for (const [code, text] of Object.entries(koreanRefusals)) expect(text).toBe(navigator.check[code as CheckCode]);
});
