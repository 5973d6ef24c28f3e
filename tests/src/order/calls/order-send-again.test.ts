import { expect, test } from 'vitest';
import type { Order } from '#domain/order/data/order.ts';
import { mayRetry } from '../../../../src/order/calls/order-send-again.ts';
import type { OutboxEntry } from '../../../../src/db/schema.ts';

const command = (type: OutboxEntry['type'], args: object = {}) => ({ type, args }) as OutboxEntry;
const order = (status: Order['status']) => ({ status, doc: {} });

test.each([
  ['chat.send', 'INTERNAL', true],
  ['chat.send', 'RATE_LIMITED', true],
  ['chat.send', 'TOO_LARGE', true],
  ['chat.send', 'STILL_WANTED', true],
  ['chat.send', 'TOO_LONG', false],
  ['chat.send', 'FILE_TYPE', false],
  ['chat.send', 'FILE_GONE', false],
  ['chat.send', 'REMOVED_FROM_ROOM', false],
  ['feedback.give', 'NOT_FOUND', false],
  ['chat.send', 'MADE_BY_A_NEWER_SERVER', true],
] as const)('%s refused with %s can be retried: %s', (type, code, may) => {
  expect(mayRetry({ entry: command(type), code }, undefined)).toBe(may);
});

test('an order is placed or changed again only while it is a draft', () => {
  const place = { entry: command('order.place'), code: 'PRICE_CHANGED' };
  const patch = { entry: command('order.patch'), code: 'ILLEGAL_TRANSITION' };
  expect([place, patch].map((each) => mayRetry(each, order('draft')))).toEqual([true, true]);
  expect([place, patch].map((each) => mayRetry(each, order('submitted')))).toEqual([false, false]);
  expect([place, patch].map((each) => mayRetry(each, order('cancelled')))).toEqual([false, false]);
});

test('a step is taken again only while its customer can take it', () => {
  const cancel = { entry: command('order.transition', { event: 'CANCEL' }), code: 'STALE' };
  expect(mayRetry(cancel, order('submitted'))).toBe(true);
  expect(mayRetry(cancel, order('delivered'))).toBe(false);
});

test('values that do not fit are sent again only where the command is built anew from corrected ones', () => {
  expect(mayRetry({ entry: command('order.place'), code: 'INVALID' }, order('draft'))).toBe(true);
  expect(mayRetry({ entry: command('order.patch'), code: 'INVALID' }, order('draft'))).toBe(false);
});
