import { expect, test } from 'vitest';
import type { OrderStatus } from '#domain/order/data/order.ts';
import { type ParcelContent, type ParcelEntry, type ParcelStep } from '#domain/order/data/goods.ts';
import { allowedParcelSteps, materialOf, parcelsOf, problemsWithParcel } from '#domain/order/life/parcels.ts';
import { orderStatuses } from '#domain/order/life/status.ts';

/** Parcels that a customer sends: what may happen to them when, and what each step needs. */

const content: ParcelContent = {
  lines: [
    { name: '21700', count: 24 },
    { name: 'spare tabs', count: 10 },
  ],
  carrier: 'dhl',
  tracking: '',
  expected: null,
  notes: '',
  mode: 'road',
  ticks: [],
};

const entry = (step: ParcelStep, sseq: number | null, more: Partial<ParcelEntry> = {}): ParcelEntry => ({
  parcelId: 'a',
  step,
  by: 'c',
  byName: 'Customer',
  at: '2026-01-01T00:00:00.000Z',
  sseq,
  ...more,
});
const state = (step: ParcelStep) => ({ state: step });

test('a parcel is what its newest entries say, and parcels stand in the order in which they were announced', () => {
  const corrected = { ...content, tracking: '77' };
  const parcels = parcelsOf({
    parcels: [
      entry('announced', 2, { content }),
      entry('announced', 3, { content, parcelId: 'b' }),
      entry('announced', 4, { content: corrected }),
      entry('arrived', 5),
      entry('counted', 6, { counts: [24, 9] }),
      entry('refused', null, { reason: 'wet' }),
    ],
  });
  expect(parcels).toMatchObject([
    { id: 'a', state: 'refused', content: { tracking: '77' }, counts: [24, 9], isWaiting: true },
    { id: 'b', state: 'announced', counts: undefined, isWaiting: false },
  ]);
});

test('a step of a parcel whose announcement has not been pulled yet shows nothing', () => {
  expect(parcelsOf({ parcels: [entry('arrived', 5)] })).toEqual([]);
  expect(parcelsOf({})).toEqual([]);
});

test('a parcel is announced while the order is processed or awaits material, and in no other status', () => {
  const open = orderStatuses.filter((status) => allowedParcelSteps(status, undefined, 'customer').length > 0);
  expect(open.toSorted()).toEqual(['awaiting_delivery_of_material', 'processing']);
});

test.each<[ParcelStep, customer: ParcelStep[], staff: ParcelStep[]]>([
  ['announced', ['announced', 'withdrawn'], ['arrived']],
  ['arrived', [], ['counted', 'refused']],
  ['counted', [], ['counted', 'accepted', 'refused']],
  ['accepted', [], []],
  ['refused', [], []],
  ['withdrawn', [], []],
])('a parcel that is %s: what the customer and what staff may do', (step, customer, staff) => {
  const at: OrderStatus = 'awaiting_delivery_of_material';
  expect(allowedParcelSteps(at, state(step), 'customer')).toEqual(customer);
  expect(allowedParcelSteps(at, state(step), 'staff')).toEqual(staff);
});

test('staff register a parcel that nobody has announced while the order takes parcels', () => {
  const open = orderStatuses.filter((status) => allowedParcelSteps(status, undefined, 'staff').length > 0);
  expect(open.toSorted()).toEqual(['awaiting_delivery_of_material', 'processing']);
  expect(problemsWithParcel('arrived', { content, sender: 'The mill' }, undefined)).toEqual([]);
  expect(problemsWithParcel('arrived', {}, undefined)).toMatchObject([{ path: 'content', code: 'REQUIRED' }]);
  expect(problemsWithParcel('arrived', { sender: 'The mill' }, { content })).toMatchObject([
    { path: 'sender', code: 'NOT_HERE' },
  ]);
});

test('a parcel that arrives for an order that is cancelled or further on can still be recorded', () => {
  for (const status of ['cancelled', 'testing'] as const) {
    expect(allowedParcelSteps(status, state('announced'), 'staff')).toEqual(['arrived']);
    expect(allowedParcelSteps(status, state('announced'), 'customer')).toEqual(['withdrawn']);
  }
  expect(allowedParcelSteps('draft', state('announced'), 'staff')).toEqual([]);
});

const after = (step: ParcelStep) => ({ parcels: [entry('announced', 2, { content }), entry(step, 3)] });

test.each<[ParcelStep, ReturnType<typeof materialOf>]>([
  ['announced', 'awaited'],
  ['arrived', 'awaited'],
  ['counted', 'counted'],
  ['accepted', 'counted'],
  ['refused', 'refused'],
  ['withdrawn', 'none'],
])('material whose only parcel is %s is %s', (step, stands) => {
  expect(materialOf(after(step))).toBe(stands);
});

test('a replacement on its way is awaited, and what is already counted does not change that', () => {
  expect(materialOf({})).toBe('none');
  const more = [...after('refused').parcels, entry('announced', 9, { content, parcelId: 'b' })];
  expect(materialOf({ parcels: more })).toBe('awaited');
  expect(materialOf({ parcels: [...more, entry('counted', 10, { parcelId: 'b', counts: [1, 1] })] })).toBe('counted');
});

test.each<[string, ParcelStep, Parameters<typeof problemsWithParcel>[1], string[]]>([
  ['announced with its content', 'announced', { content }, []],
  ['announced without', 'announced', {}, ['content REQUIRED']],
  [
    'announced with a line of spaces',
    'announced',
    { content: { ...content, lines: [{ name: ' ', count: 1 }] } },
    ['content/lines/0/name BLANK'],
  ],
  [
    'announced with two lines of one name',
    'announced',
    {
      content: {
        ...content,
        lines: [
          { name: 'foil', count: 1 },
          { name: ' foil', count: 2 },
        ],
      },
    },
    ['content/lines/1/name TWICE'],
  ],
  ['arrived', 'arrived', {}, []],
  ['arrived with a reason', 'arrived', { reason: 'late' }, ['reason NOT_HERE']],
  ['counted', 'counted', { counts: [24, 0] }, []],
  ['counted without one line', 'counted', { counts: [24] }, ['counts LINES']],
  ['counted without counts', 'counted', {}, ['counts REQUIRED']],
  ['refused with a reason and a photo', 'refused', { reason: 'wet', photo: 'f' }, []],
  ['refused with spaces for a reason', 'refused', { reason: ' ' }, ['reason REQUIRED']],
  ['accepted with counts', 'accepted', { counts: [1, 1] }, ['counts NOT_HERE']],
])('a parcel %s', (_, step, details, expected) => {
  const found = problemsWithParcel(step, details, step === 'announced' ? undefined : { content });
  expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
  expect(found.every(({ message }) => message !== undefined)).toBe(true);
});
