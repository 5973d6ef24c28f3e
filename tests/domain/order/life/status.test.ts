import { expect, test } from 'vitest';
import type { OrderStatus } from '#domain/order/data/order.ts';
import {
  allowedEvents,
  needsReason,
  progressSteps,
  statusRows,
  transitionOf,
  transitions,
  type OrderRole,
} from '#domain/order/life/status.ts';
import { allEvents, allStatuses, rowFor, services, transitionRows } from '../../../support/orders/transitions.ts';

const prototyping = { service: 'prototyping' };
const both = { service: 'both' };
const everybody: OrderRole[] = ['customer', 'expert', 'admin', 'system'];

/** What happens to the invoice of the order. */
const invoices: Record<string, string> = {
  'reviewed ACCEPT_QUOTE': 'issued',
  'awaiting_payment INVOICE_PAID': 'paid',
  'awaiting_payment INVOICE_VOID': 'void',
  'awaiting_payment CANCEL': 'void',
  'processing CANCEL': 'billed',
  'awaiting_delivery_of_material CANCEL': 'billed',
  'awaiting_delivery_of_material MATERIAL_REFUSED': 'billed',
  'prototyping CANCEL': 'billed',
  'testing CANCEL': 'billed',
};
const invoiceAt = (from: OrderStatus | null, event: string) => invoices[`${from} ${event}`];

test('there are 35 rows', () => {
  expect(transitions).toHaveLength(35);
});

test.each(transitionRows)('%s becomes %s by %s', (from, to, event, who, of) => {
  const forbidden = { code: 'FORBIDDEN', allowed: expect.any(Array) };
  for (const service of of) {
    const reached = everybody.map((each) => transitionOf(from, event, each, { service }));
    expect(reached).toEqual(
      everybody.map((each) => (who.includes(each) ? { to, invoice: invoiceAt(from, event) } : forbidden)),
    );
  }
});

test('an account with open credit does not wait for an invoice', () => {
  expect(transitionOf('reviewed', 'ACCEPT_QUOTE', 'customer', {}, { openCredit: true })).toEqual({
    to: 'processing',
    invoice: 'issued',
  });
});

test('nothing else changes any status', () => {
  for (const status of allStatuses) {
    for (const [event, service] of allEvents.flatMap((name) => services.map((each) => [name, each] as const))) {
      if (rowFor({ status, service }, event) !== undefined) continue;
      expect(transitionOf(status, event, 'admin', { service })).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    }
  }
  const ofNothing = allEvents.filter((event) => !('code' in transitionOf(null, event, 'customer', both)));
  expect(ofNothing).toEqual(['SAVE']);
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
