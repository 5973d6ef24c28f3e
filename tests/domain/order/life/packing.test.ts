import { expect, test } from 'vitest';
import { carriers, carrierName, trackingAddress } from '#domain/order/life/carriers.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { goodsToUs, packingList, type PackedGoods, usualFlags } from '#domain/order/life/packing.ts';
import { receivedAt } from '#domain/order/life/goods-received.ts';
import { shippingOf } from '#domain/order/life/shipment.ts';

/** What has to be done before goods travel, and how they are followed. */

const sent: OrderDoc = { service: 'testing', chemistry: 'NMC/graphite', quantity: 24, nominalCapacity_Ah: 5 };
const codes = (doc: OrderDoc, packed: PackedGoods) => packingList(doc, packed).map(({ code }) => code);

test('cells that a customer sends by road: count, energy, safety, papers, label, number', () => {
  expect(codes(sent, { goods: 'cells', mode: 'road' })).toEqual([
    'count',
    'small',
    'undamaged',
    'inner',
    'papers',
    'sheet',
    'label',
    'number',
  ]);
  expect(packingList(sent, { goods: 'cells', mode: 'road' }).slice(0, 2)).toEqual([
    { code: 'count', values: ['24'] },
    { code: 'small', values: ['18.25'] },
  ]);
});

test('by air the cells are charged to 30 % at most, and prototypes need an approval', () => {
  expect(codes(sent, { goods: 'cells', mode: 'air' })).toEqual(expect.arrayContaining(['a88', 'soc30']));
  const tested = codes(sent, { goods: 'cells', mode: 'air', flags: ['UN383'] });
  expect(tested).toEqual(expect.arrayContaining(['un383', 'soc30']));
  expect(tested).not.toContain('a88');
});

test.each<[string, OrderDoc, string]>([
  ['of exactly 20 Wh', { nominalCapacity_Ah: 20 / 3.65 }, 'small'],
  ['of more', { nominalCapacity_Ah: 5.6 }, 'large'],
])('a cell %s is a %s one', (_, more, code) => {
  const found = codes({ ...sent, ...more }, { goods: 'cells', mode: 'road' });
  expect(found.filter((each) => each === 'small' || each === 'large')).toEqual([code]);
});

test('without a capacity there is no energy to write, and without a quantity nothing to count', () => {
  const found = codes({ service: 'testing' }, { goods: 'cells', mode: 'road' });
  expect(found).not.toEqual(expect.arrayContaining(['count']));
  expect(found.some((code) => code === 'small' || code === 'large')).toBe(false);
});

const many = (quantity: number, flags: PackedGoods['flags']) =>
  packingList({ ...sent, quantity }, { goods: 'cells', mode: 'road', ...(flags === undefined ? {} : { flags }) }).some(
    ({ code }) => code === 'many',
  );

test('scrapped cells are not counted', () => {
  const packed: PackedGoods = { goods: 'cells', mode: 'road', flags: ['SP310'], count: 99 };
  const items = packingList({ ...sent, quantity: 110 }, packed);
  expect(items[0]).toEqual({ code: 'count', values: ['99'] });
  expect(items.map(({ code }) => code)).not.toContain('many');
});

test('more than 100 prototypes must be pre-production cells for testing; tested types may be more', () => {
  expect([many(100, ['SP310']), many(101, ['SP310']), many(101, undefined), many(101, ['UN383'])]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test.each([
  ['NMC/graphite', 'UN 3480'],
  ['Na layered oxide/hard carbon', 'UN 3551'],
  ['half cell vs Li (cathode)', 'UN 3090'],
])('a parcel with cells of %s has the mark %s', (chemistry, mark) => {
  const item = packingList({ ...sent, chemistry }, { goods: 'cells', mode: 'road' }).find(
    ({ code }) => code === 'label',
  );
  expect(item?.values).toEqual([mark]);
});

test('who has cells tested sends cells; who has cells built sends material, with its data sheets', () => {
  expect(goodsToUs(sent)).toBe('cells');
  expect(goodsToUs({ service: 'both' })).toBe('material');
  expect(codes({ service: 'both' }, { goods: 'material', mode: 'air' })).toEqual(['sheets', 'closed', 'number']);
});

test('built cells travel as prototypes, those that a customer sent as a tested type, unless staff choose others', () => {
  expect(usualFlags({ service: 'both' }, 'road')).toEqual(['SP310']);
  expect(usualFlags({ service: 'both' }, 'air')).toEqual(['A88']);
  expect(usualFlags(sent, 'air')).toEqual(['UN383']);
});

test('a tracking number leads to the page of its carrier, whatever it contains; of others there is none', () => {
  expect(trackingAddress({ carrier: 'ups', tracking: ' 1Z 9&x=1 ' })).toBe(
    'https://www.ups.com/track?tracknum=1Z%209%26x%3D1',
  );
  expect(trackingAddress({ carrier: 'ups', tracking: ' ' })).toBeUndefined();
  expect(trackingAddress({ carrier: 'Our driver', tracking: '1' })).toBeUndefined();
  expect([carrierName('ups'), carrierName('Our driver')]).toEqual(['UPS', 'Our driver']);
  expect(carriers.every(({ tracking }) => tracking.startsWith('https://'))).toBe(true);
});

const step = (event: string, at: string) =>
  ({ from: null, to: 'shipped', event, by: 'e', byName: 'E', at, reason: null, sseq: 1 }) as const;

test('an order counts as received 14 days after its newest shipping', () => {
  const history = [
    step('SHIP', '2026-03-01T08:00:00.000Z'),
    step('REBUILD', ''),
    step('SHIP', '2026-04-01T08:00:00.000Z'),
  ];
  expect(shippingOf({ history })?.at).toBe('2026-04-01T08:00:00.000Z');
  expect(shippingOf({ history: [] })).toBeUndefined();
  expect(receivedAt({ history })).toBe(Date.parse('2026-04-15T08:00:00.000Z'));
});
