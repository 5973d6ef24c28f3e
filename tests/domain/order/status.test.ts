import { expect, test } from 'vitest';
import type { OrderDoc, OrderStatus } from '#domain/order/order.ts';
import {
  allowedEvents,
  needsReason,
  progressSteps,
  statusRows,
  transitionOf,
  transitions,
  type OrderRole,
} from '#domain/order/status.ts';

const prototyping = { service: 'prototyping' };
const testing = { service: 'testing' };
const both = { service: 'both' };
const everybody: OrderRole[] = ['customer', 'expert', 'admin', 'system'];
const wait = 'awaiting_delivery_of_material';

/** The 35 rows, written out by hand: from, to, event, roles, and an order that allows the transition. */
const rows: [OrderStatus | null, OrderStatus, string, OrderRole[], OrderDoc][] = [
  [null, 'draft', 'SAVE', ['customer'], {}],
  ['draft', 'draft', 'EDIT', ['customer'], {}],
  ['draft', 'cancelled', 'DISCARD', ['customer'], {}],
  ['draft', 'submitted', 'PLACE', ['customer'], {}],
  ['submitted', 'draft', 'WITHDRAW', ['customer'], {}],
  ['submitted', 'reviewing', 'START_REVIEW', ['expert', 'admin'], {}],
  ['submitted', 'cancelled', 'CANCEL', ['customer', 'expert', 'admin'], {}],
  ['reviewing', 'draft', 'REQUEST_CHANGES', ['expert', 'admin'], {}],
  ['reviewing', 'rejected', 'REJECT', ['expert', 'admin'], {}],
  ['reviewing', 'reviewed', 'APPROVE', ['expert', 'admin'], {}],
  ['reviewing', 'cancelled', 'CANCEL', ['customer', 'expert', 'admin'], {}],
  ['reviewed', 'awaiting_payment', 'ACCEPT_QUOTE', ['customer'], {}],
  ['reviewed', 'draft', 'QUOTE_EXPIRED', ['system'], {}],
  ['reviewed', 'draft', 'CHANGE', ['customer'], {}],
  ['reviewed', 'cancelled', 'DECLINE', ['customer'], {}],
  ['awaiting_payment', 'processing', 'INVOICE_PAID', ['admin', 'system'], {}],
  ['awaiting_payment', 'cancelled', 'CANCEL', ['customer', 'admin'], {}],
  ['awaiting_payment', 'cancelled', 'INVOICE_VOID', ['admin'], {}],
  ['processing', wait, 'NEEDS_MATERIAL', ['expert', 'admin'], {}],
  ['processing', 'prototyping', 'START_BUILD', ['expert', 'admin'], prototyping],
  ['processing', 'testing', 'START_TEST', ['expert', 'admin'], testing],
  ['processing', 'cancelled', 'CANCEL', ['admin'], {}],
  [wait, 'prototyping', 'MATERIAL_ACCEPTED', ['expert', 'admin'], both],
  [wait, 'testing', 'MATERIAL_ACCEPTED', ['expert', 'admin'], testing],
  [wait, 'rejected', 'MATERIAL_REFUSED', ['expert', 'admin'], {}],
  [wait, 'cancelled', 'CANCEL', ['customer', 'admin'], {}],
  ['prototyping', 'testing', 'BUILD_DONE', ['expert', 'admin'], both],
  ['prototyping', 'shipped', 'SHIP', ['expert', 'admin'], prototyping],
  ['prototyping', 'done', 'CLOSE', ['expert', 'admin'], prototyping],
  ['prototyping', 'cancelled', 'CANCEL', ['admin'], prototyping],
  ['testing', 'done', 'RESULTS_PUBLISHED', ['expert', 'admin'], testing],
  ['testing', 'shipped', 'SHIP', ['expert', 'admin'], testing],
  ['testing', 'prototyping', 'REBUILD', ['expert', 'admin'], both],
  ['testing', 'cancelled', 'CANCEL', ['admin'], testing],
  ['done', 'shipped', 'SHIP', ['expert', 'admin'], both],
  ['shipped', 'delivered', 'CONFIRM_RECEIPT', ['customer', 'system'], both],
];

/** What happens to the invoice of the order. */
const invoices: Record<string, string> = {
  'reviewed ACCEPT_QUOTE': 'issued',
  'awaiting_payment INVOICE_PAID': 'paid',
  'awaiting_payment INVOICE_VOID': 'void',
  'awaiting_payment CANCEL': 'void',
};
const invoiceAt = (from: OrderStatus | null, event: string) => invoices[`${from} ${event}`];

test('there are 35 rows', () => {
  expect(transitions).toHaveLength(35);
});

test.each(rows)('%s becomes %s by %s', (from, to, event, who, doc) => {
  const reached = everybody.map((each) => transitionOf(from, event, each, doc));
  const forbidden = { code: 'FORBIDDEN', allowed: expect.any(Array) };
  expect(reached).toEqual(
    everybody.map((each) => (who.includes(each) ? { to, invoice: invoiceAt(from, event) } : forbidden)),
  );
});

test('an account with open credit does not wait for an invoice', () => {
  expect(transitionOf('reviewed', 'ACCEPT_QUOTE', 'customer', {}, { openCredit: true })).toEqual({
    to: 'processing',
    invoice: 'issued',
  });
});

test('nothing else changes any status', () => {
  const events = [...new Set(rows.map((row) => row[2]))].concat('TELEPORT', 'toString', '__proto__', '');
  const statuses: (OrderStatus | null)[] = [null, ...new Set(rows.map((row) => row[1]))];
  for (const from of statuses) {
    for (const event of events) {
      if (rows.some((row) => row[0] === from && row[2] === event)) continue;
      expect(transitionOf(from, event, 'admin', both)).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    }
  }
});

test('a refusal names what is allowed instead', () => {
  expect(transitionOf('submitted', 'APPROVE', 'customer', {})).toEqual({
    code: 'ILLEGAL_TRANSITION',
    allowed: ['WITHDRAW', 'CANCEL'],
  });
  expect(transitionOf('submitted', 'START_REVIEW', 'customer', {})).toMatchObject({ code: 'FORBIDDEN' });
  expect(allowedEvents('delivered', 'admin', {})).toEqual([]);
});

test('prototypes without tests are shipped, not tested', () => {
  expect(transitionOf('prototyping', 'BUILD_DONE', 'expert', prototyping)).toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
  expect(transitionOf('prototyping', 'SHIP', 'expert', both)).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});

test('requesting changes and rejecting require a reason', () => {
  expect(needsReason('reviewing', 'REJECT')).toBe(true);
  expect(needsReason('reviewing', 'REQUEST_CHANGES')).toBe(true);
  expect(needsReason('reviewing', 'APPROVE')).toBe(false);
});

test('each of the fourteen statuses has a label and a position on the progress bar', () => {
  expect(Object.keys(statusRows)).toHaveLength(14);
  for (const { step } of Object.values(statusRows)) expect(step === null || step < progressSteps.length).toBe(true);
  expect(statusRows.done.label).toBe('Delivered');
});
