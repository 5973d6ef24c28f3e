import { expect, test } from 'vitest';
import { withComputed } from '#domain/assistant/computed.ts';
import { changesOfAskedOrder } from '#domain/order/design/asked-order.ts';
import { askedOrderIn } from '#domain/order/design/price-question.ts';
import type { AskedOrder } from '#domain/order/data/asked.ts';
import { koreanLineTexts } from '#domain/order/data/line-texts.ts';
import { priceText } from '#domain/order/design/price-answer.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import navigator from '../../../../public/locales/ko/navigator.json' with { type: 'json' };
import { index } from '../../assistant/retrieval/evaluation.ts';

const asked: [string, AskedOrder][] = [
  [
    'how much does a 5 Ah pouch cell cost',
    { service: 'prototyping', format: 'pouch multi-layer', capacity_Ah: 5, tests: [] },
  ],
  ['price of 20 coin cells with formation', { service: 'prototyping', format: '2032 coin', quantity: 20, tests: [] }],
  ['시험 비용이 얼마인가요?', { service: 'testing', tests: [] }],
  ['코인셀 20개 가격이 얼마예요?', { service: 'prototyping', format: '2032 coin', quantity: 20, tests: [] }],
  [
    'what does a cycle test of 10 18650 cells with 3 Ah cost?',
    { service: 'testing', format: '18650', quantity: 10, capacity_Ah: 3, tests: ['Cycle'] },
  ],
  ['price of 4680 cells', { service: 'prototyping', format: '4680', tests: [] }],
  ['how much for 2032 coin cells x40', { service: 'prototyping', format: '2032 coin', quantity: 40, tests: [] }],
  ['price for 1,000 21700 cells', { service: 'prototyping', format: '21700', quantity: 1000, tests: [] }],
  ['price of 20-50 coin cells', { service: 'prototyping', format: '2032 coin', tests: [], unread: ['20-50'] }],
  [
    'price of 3 x 100 Ah pouch',
    { service: 'prototyping', format: 'pouch multi-layer', quantity: 3, capacity_Ah: 100, tests: [] },
  ],
  [
    'price of IEC 62660 cycle test of 10 21700 5Ah',
    {
      service: 'testing',
      format: '21700',
      quantity: 10,
      capacity_Ah: 5,
      tests: ['Cycle'],
      unread: ['IEC 62660'],
    },
  ],
  [
    'quote for 100 prismatic LFP',
    {
      service: 'prototyping',
      format: 'prismatic',
      quantity: 100,
      chemistry: 'LFP/graphite',
      tests: [],
      cell: { format: 'prismatic', chemistry: 'LFP/graphite', cathode: 'LFP', quantity: 100 },
    },
  ],
  [
    'price of 20 21700 cells 5 Ah with a cycle test',
    { service: 'both', format: '21700', quantity: 20, capacity_Ah: 5, tests: ['Cycle'] },
  ],
  [
    'price of a cycle test of 5 21700 cells 5 Ah at -20 °C',
    { service: 'testing', format: '21700', quantity: 5, capacity_Ah: 5, temperature_C: -20, tests: ['Cycle'] },
  ],
  [
    'price of testing 8 21700 cells 5 Ah for 1000 cycles at 45 °C',
    {
      service: 'testing',
      format: '21700',
      quantity: 8,
      capacity_Ah: 5,
      cycles: 1000,
      temperature_C: 45,
      tests: ['Cycle'],
    },
  ],
  [
    'how much do 20 cells 21700 LFP with 500 cycles at 45 °C cost',
    {
      service: 'both',
      format: '21700',
      quantity: 20,
      chemistry: 'LFP/graphite',
      cycles: 500,
      temperature_C: 45,
      tests: ['Cycle'],
      cell: { format: '21700', chemistry: 'LFP/graphite', cathode: 'LFP', quantity: 20 },
    },
  ],
];

test.each(asked)('"%s" asks for a price', (question, order) => {
  expect(askedOrderIn(question)).toEqual(order);
});

test.each([
  'lithium carbonate price per tonne this month',
  'What does a semi-automatic winding machine for 21700 cost?',
  'how much is a C-rate',
  '21700 캔 내경 얼마',
  'how much is the internal resistance of 18650',
  'how much is 20 % of pouch swelling',
  'How much does a dead 18650 cost the pack?',
  'price of coin cell crimper',
  'price of pouch foil',
  'price of 100,000 18650 cells',
  'price of a cycle test of 10 18650 cells 3 Ah at 120 °C',
  'How much do identical cells scatter in an ageing test?',
])('"%s" asks for no price of ours', (question) => {
  expect(askedOrderIn(question)).toBeUndefined();
});

test('a price has its lines, its rate card and what is still to be named', () => {
  const text = priceText(
    { service: 'prototyping', format: 'pouch multi-layer', capacity_Ah: 5, tests: [] },
    false,
    exampleRateCard,
  );
  expect(text).toMatch(/^The estimate for 10 cells \(pouch multi-layer, .*, 5 Ah, .*\) is 3,758\.00 EUR\./);
  expect(text).toContain('- Assembly of pouch multi-layer cells: 1,400.00 EUR (10 × 140.00 EUR)');
  expect(text).toContain('rate card example-2026-1');
  expect(text).toContain('Name the number of cells');
});

test('without a format or a test there are unit prices, in the language of the question', () => {
  const text = priceText({ service: 'testing', tests: [] }, true, exampleRateCard);
  expect(text).toContain('- 시험 종류별 준비: 120.00 EUR');
  expect(text).toContain('셀 형식, 셀 수량');
});

test('a test of a known capacity is priced with its channels', () => {
  const order = askedOrderIn('what does a cycle test of 10 18650 cells with 3 Ah cost?');
  expect(order === undefined ? '' : priceText(order, false, exampleRateCard)).toMatch(/Cycle: 10 × .* channel days/);
});

test('a test is priced with the cells, cycles and temperature of the question', () => {
  const [short, long] = ['500', '1000'].map((cycles) => {
    const order = askedOrderIn(`price of testing 8 21700 cells 5 Ah for ${cycles} cycles at 45 °C`);
    return order === undefined ? '' : priceText(order, false, exampleRateCard);
  });
  expect(short).toContain('Cycle: 8 × 74 channel days');
  expect(short).toContain('chamber at 45 °C');
  expect(long).toMatch(/Cycle: 8 × 14[678](?:\.5)? channel days/);
});

test('the draft has what was recognized, and typical values for the rest', () => {
  const changes = changesOfAskedOrder(
    { service: 'prototyping', format: '2032 coin', quantity: 20, tests: [] },
    () => 'id',
  );
  const doc = Object.fromEntries(changes.map(({ path, value }) => [path, value]));
  expect(doc).toMatchObject({ service: 'prototyping', format: '2032 coin', quantity: 20 });
  expect(doc['electrodes/cathode/coating_meter_count']).toBe(10);
});

test('only users who may see orders get a price', () => {
  const found = retrieve(
    index,
    withComputed({ text: 'price of 20 coin cells with formation', chatType: 1 }, exampleRateCard),
  );
  const about = { questionId: 'q', handoffAllowed: true };
  expect(answerFrom(found, { ...about, ordersAllowed: true }).answer).toMatchObject({
    status: 'done',
    order: { format: '2032 coin', quantity: 20 },
  });
  const refused = answerFrom(found, about);
  expect(refused.answer.order).toBeUndefined();
  expect(refused.content).not.toContain('EUR');
});

test('Korean answers name the lines as the Korean screens do', () => {
  expect(koreanLineTexts).toEqual(navigator.line);
});
