import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { orderStatuses } from '#domain/order/life/status.ts';
import type { OrderStatus } from '#domain/order/data/order.ts';
import type { OrderView } from '../../../../src/order/views/view-types.ts';
import {
  chosenStatuses,
  expectedDay,
  hasStatus,
  orderHasWords,
  isOf,
  statusGroups,
} from '../../../../src/order/history/history-filter.ts';
import { orderOf } from '../../../domain/order/orders.ts';
import english from '../../../../public/locales/en/navigator.json' with { type: 'json' };
import korean from '../../../../public/locales/ko/navigator.json' with { type: 'json' };

const texts = createInstance();
beforeAll(() => texts.init({ lng: 'en', resources: { en: { navigator: english }, ko: { navigator: korean } } }));

const order: OrderView = {
  ...orderOf({ number: 'PO-2026-000123', ownerId: 'mara', ownerName: 'Mara Lindqvist', companyId: 102 }),
  status: 'testing',
  doc: {
    title: 'Swelling study',
    service: 'testing',
    format: '21700',
    chemistry: 'NMC/graphite',
    quantity: 12,
    'tests/t1/type': 'Cycle',
  },
  unsaved: 0,
  pendingTransition: null,
  refused: null,
  pending: false,
};
const placing = {
  from: 'draft',
  to: 'submitted',
  event: 'PLACE',
  by: 'mara',
  byName: 'Mara Lindqvist',
  at: '2026-11-02T08:00:00.000Z',
  reason: null,
  sseq: 2,
} as const;

const finds = (search: string, language = 'en', of = order) =>
  orderHasWords(of, search, texts.getFixedT(language, 'navigator'), language);

test('an order is found by its number, name, cells, tests, chemistry, status and owner, in any order of words', () => {
  for (const search of ['000123', 'swelling', '12 × 21700', 'nmc/graphite', 'cycle', 'Testing', 'mara study', ' ']) {
    expect([search, finds(search)]).toEqual([search, true]);
  }
  for (const search of ['000124', 'swelling 4680', 'LFP']) expect([search, finds(search)]).toEqual([search, false]);
});

test('the words of a status are those of the reader', () => {
  expect([finds('시험 중', 'ko'), finds('시험 중', 'en')]).toEqual([true, false]);
});

const isChosen = (status: OrderStatus) => chosenStatuses.some((chosen) => hasStatus({ status, history: [] }, chosen));

test('every status but the draft is in exactly one group, and every one can be chosen', () => {
  const grouped = Object.values(statusGroups).flat().toSorted();
  expect(grouped).toEqual(orderStatuses.filter((status) => status !== 'draft').toSorted());
  expect(orderStatuses.filter((status) => !isChosen(status))).toEqual([]);
});

test('a discarded draft is shown only where its status is chosen', () => {
  const discarded = { status: 'cancelled', history: [{ ...placing, event: 'DISCARD' }] } as const;
  const shown = (chosen: string) => hasStatus({ ...discarded, history: [...discarded.history] }, chosen);
  expect([shown(''), shown('ended'), shown('cancelled'), shown('of no group')]).toEqual([false, false, true, false]);
});

test('an order of which changes are asked waits for me, and is found by these words', () => {
  const asked: OrderView = { ...order, status: 'draft', history: [{ ...placing, event: 'REQUEST_CHANGES' }] };
  expect(['customer', 'draft', 'lab'].map((chosen) => hasStatus(asked, chosen))).toEqual([true, true, false]);
  expect([finds('changes asked', 'en', asked), finds('draft', 'en', asked), finds('changes asked')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('orders are mine, my colleagues’, or everybody’s', () => {
  const [mine, other] = [{ ownerId: 'mara' }, { ownerId: 'jun' }];
  const shown = (whose: string) => [mine, other].map((each) => isOf(each, whose, { id: 'mara' }));
  expect([shown('mine'), shown('company'), shown('')]).toEqual([
    [true, false],
    [false, true],
    [true, true],
  ]);
});

test('the expected day is the one that was told at placing; a draft and an order that ended have none', () => {
  const told = { ...order, history: [{ ...placing, due: '2026-12-31' }] };
  expect(expectedDay(told)).toBe('2026-12-31');
  expect([
    expectedDay(order),
    expectedDay({ ...told, status: 'draft' }),
    expectedDay({ ...told, status: 'cancelled' }),
  ]).toEqual([undefined, undefined, undefined]);
});
