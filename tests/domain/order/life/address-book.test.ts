import { expect, test } from 'vitest';
import { knownAddresses } from '#domain/order/life/address-book.ts';
import type { Order, OrderDoc } from '#domain/order/data/order.ts';

const lab = 'Helios, Lab 2\nBatterigatan 6';

/** An order with these events in its history. */
function order(doc: OrderDoc, ...events: string[]): Pick<Order, 'doc' | 'history'> {
  const history = events.map((event, sseq) => ({
    from: null,
    to: 'draft' as const,
    event,
    by: 'a',
    byName: 'Ada',
    at: '2026-11-29T00:00:00Z',
    reason: null,
    sseq,
  }));
  return { doc, history };
}

test('addresses of placed orders come back with who is asked for there, each once, the company’s own last', () => {
  const contact = { contactName: 'Ada', contactPhone: '+46 21 1' };
  const known = knownAddresses(
    'deliveryAddress',
    [
      order({ deliveryAddress: lab, ...contact, poReference: '45' }, 'PLACE', 'CANCEL'),
      order({ deliveryAddress: ' helios,  Lab 2, Batterigatan 6 ', contactName: 'Ben' }, 'PLACE'),
      order({ deliveryAddress: 'Only a draft' }),
      order({ billingAddress: 'Helios AB' }, 'PLACE'),
    ],
    'Helios AB\nBatterigatan 4',
  );
  expect(known).toEqual([
    {
      address: lab,
      changes: [
        { path: 'deliveryAddress', value: lab },
        { path: 'contactName', value: 'Ada' },
        { path: 'contactPhone', value: '+46 21 1' },
      ],
    },
    {
      address: 'Helios AB\nBatterigatan 4',
      changes: [{ path: 'deliveryAddress', value: 'Helios AB\nBatterigatan 4' }],
    },
  ]);
});

test('a billing address comes with its tax number, and a company without an address adds none', () => {
  const doc = { deliveryAddress: lab, billingAddress: 'Helios AB', billingTaxNumber: 'SE556012345601' };
  expect(knownAddresses('billingAddress', [order(doc, 'PLACE')], ' ')).toEqual([
    {
      address: 'Helios AB',
      changes: [
        { path: 'billingAddress', value: 'Helios AB' },
        { path: 'billingTaxNumber', value: 'SE556012345601' },
      ],
    },
  ]);
  expect(knownAddresses('billingAddress', [], '')).toEqual([]);
});
