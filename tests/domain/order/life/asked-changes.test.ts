import { expect, test } from 'vitest';
import { stepThatAskedForChanges, needsCustomer, type OrderWithHistory } from '#domain/order/life/asked-changes.ts';
import { orderStatuses, statusAfter } from '#domain/order/life/status.ts';
import type { OrderHistoryEntry } from '#domain/order/data/order.ts';

/** Which orders wait for their customer: changes are asked, or a reviewed price is to be accepted. */

const reason = 'Tabs of 8 mm do not fit.\nPlease choose 6 mm.';
const entry = (event: string, i: number, at = '2026-11-02T08:00:00.000Z'): OrderHistoryEntry => ({
  from: 'draft',
  to: statusAfter(event) ?? 'draft',
  event,
  by: 'ines',
  byName: 'Dr. Ines Moreau',
  at,
  reason: event === 'REQUEST_CHANGES' ? reason : null,
  sseq: i + 1,
});
/** The order after these events. */
const after = (...events: string[]): OrderWithHistory => {
  const history = events.map((event, i) => entry(event, i));
  return { status: history.at(-1)?.to ?? 'draft', history };
};
const asked = ['SAVE', 'PLACE', 'START_REVIEW', 'REQUEST_CHANGES'];

test('changes are asked until the order is placed again, and asked again after that', () => {
  expect(stepThatAskedForChanges(after(...asked))).toMatchObject({ byName: 'Dr. Ines Moreau', reason });
  expect(stepThatAskedForChanges(after(...asked, 'PLACE'))).toBeUndefined();
  expect(stepThatAskedForChanges(after(...asked, 'PLACE', 'WITHDRAW'))).toBeUndefined();
  expect(stepThatAskedForChanges(after(...asked, ...asked.slice(1)))?.sseq).toBe(7);
});

test.each([
  ['just begun', ['SAVE']],
  ['without a history on this device yet', []],
  ['taken back by the customer', ['SAVE', 'PLACE', 'WITHDRAW']],
  ['with an expired price', ['SAVE', 'PLACE', 'START_REVIEW', 'APPROVE', 'QUOTE_EXPIRED']],
  ['taken back after the review', ['SAVE', 'PLACE', 'START_REVIEW', 'APPROVE', 'CHANGE']],
  ['discarded after changes were asked', [...asked, 'DISCARD']],
])('no changes are asked of an order %s', (_, events) => {
  expect(stepThatAskedForChanges(after(...events))).toBeUndefined();
  expect(needsCustomer(after(...events))).toBe(false);
});

test('the last step is the last in the log, whatever the clocks said', () => {
  const history = asked.map((event, i) => entry(event, i, `2026-11-0${9 - i}T08:00:00.000Z`));
  expect(stepThatAskedForChanges({ status: 'draft', history })?.event).toBe('REQUEST_CHANGES');
});

test('an order waits for its customer when changes are asked or its price is reviewed', () => {
  expect(needsCustomer(after(...asked))).toBe(true);
  expect(orderStatuses.filter((status) => needsCustomer({ status, history: [] }))).toEqual(['reviewed']);
});

test.each(['PLACE', 'DISCARD'])('with %s not sent yet, nothing waits for the customer', (pendingTransition) => {
  expect(stepThatAskedForChanges({ ...after(...asked), pendingTransition })).toBeUndefined();
  expect(needsCustomer({ ...after(...asked), pendingTransition })).toBe(false);
});

test('a price that is accepted but not sent yet waits no longer', () => {
  const reviewed: OrderWithHistory = { status: 'reviewed', history: [] };
  expect(needsCustomer({ ...reviewed, pendingTransition: 'ACCEPT_QUOTE' })).toBe(false);
  expect(needsCustomer({ ...reviewed, pendingTransition: null })).toBe(true);
});
