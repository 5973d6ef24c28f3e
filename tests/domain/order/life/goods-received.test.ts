import { expect, test } from 'vitest';
import type { CarrierState, ShipmentReport } from '#domain/order/data/goods.ts';
import type { OrderHistoryEntry } from '#domain/order/data/order.ts';
import { countsAsReceived } from '#domain/order/life/goods-received.ts';
import { carrierSays } from '#domain/order/life/shipment.ts';

/** When a shipped order counts as received, and what its carrier says about it. */

const shipment = { carrier: 'ups', tracking: '1Z 999', mode: 'road', flags: [], soc: null, ticks: [] } as const;
const shipped = (at: string): OrderHistoryEntry[] => [
  {
    from: 'done',
    to: 'shipped',
    event: 'SHIP',
    by: 'e',
    byName: 'E',
    at,
    reason: null,
    shipment: { ...shipment, flags: [], ticks: [] },
    sseq: 5,
  },
];
const said = (state: CarrierState, at: string, tracking = '1z999'): ShipmentReport => ({
  state,
  at,
  carrier: 'UPS',
  tracking,
  sseq: 6,
});

test.each<[string, OrderHistoryEntry[], string, boolean]>([
  ['just before 14 days are over', shipped('2026-03-01T08:00:00.000Z'), '2026-03-15T07:59:59.999Z', false],
  ['when 14 days are over', shipped('2026-03-01T08:00:00.000Z'), '2026-03-15T08:00:00.000Z', true],
  ['without a time of shipping', [], '2099-01-01T00:00:00.000Z', false],
  ['with an unreadable time of shipping', shipped('soon'), '2099-01-01T00:00:00.000Z', false],
])('a shipped order counts as received after 14 days: %s', (_, history, at, expected) => {
  expect(countsAsReceived({ history }, at)).toBe(expected);
});

test.each<[string, ShipmentReport[], string, boolean]>([
  ['in transit, it counts from its shipping', [said('in_transit', '2026-03-02T00:00:00.000Z')], '2026-03-15', true],
  ['delivered, it counts from then', [said('delivered', '2026-03-10T00:00:00.000Z')], '2026-03-15', false],
  ['delivered 14 days ago, it counts', [said('delivered', '2026-03-10T00:00:00.000Z')], '2026-03-24', true],
  ['failed, it never counts by itself', [said('failed', '2026-03-10T00:00:00.000Z')], '2027-03-24', false],
  [
    'delivered after it failed, it counts from then',
    [said('delivered', '2026-03-11T00:00:00.000Z'), said('failed', '2026-03-10T00:00:00.000Z')],
    '2026-03-25',
    true,
  ],
  [
    'delivered before it was shipped, it counts from its shipping',
    [said('delivered', '2020-01-01T00:00:00.000Z')],
    '2026-03-14',
    false,
  ],
  ['said about another parcel, nothing changes', [said('failed', '2026-03-10T00:00:00.000Z', '2')], '2026-03-15', true],
])('of an order that was shipped on 1 March, the carrier says %s', (_, shipmentReports, day, expected) => {
  const order = { history: shipped('2026-03-01T00:00:00.000Z'), shipmentReports };
  expect(countsAsReceived(order, `${day}T00:00:00.000Z`)).toBe(expected);
});

test('what the carrier says last, by its own times, is what is shown', () => {
  const history = shipped('2026-03-01T00:00:00.000Z');
  const reports = [said('delivered', '2026-03-05T00:00:00.000Z'), said('in_transit', '2026-03-02T00:00:00.000Z')];
  expect(carrierSays({ history, shipmentReports: reports })?.state).toBe('delivered');
  expect(carrierSays({ history })).toBeUndefined();
});

test('of what the carrier says about one day, the delivery is shown, in whatever order it arrives', () => {
  const history = shipped('2026-03-01T00:00:00.000Z');
  const day = '2026-03-05T00:00:00.000Z';
  const reports = [said('delivered', day), said('in_transit', day)];
  for (const shipmentReports of [reports, reports.toReversed()])
    expect(carrierSays({ history, shipmentReports })?.state).toBe('delivered');
});
