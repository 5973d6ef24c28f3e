import { expect, test } from 'vitest';
import { finalCodeOf, isOneTooMany, retryAfterOf } from '../../../src/net/socket-refusals.ts';

const refused = (data: object) => Object.assign(new Error('x'), { data });

test('a tab over the limit waits as long as the server says, and reconnects by itself', () => {
  const error = refused({ code: 'TOO_MANY_CONNECTIONS', retryAfterMs: 60_000 });
  expect([finalCodeOf(error), retryAfterOf(error)]).toEqual([undefined, 60_000]);
  expect(retryAfterOf(new Error('websocket error'))).toBeUndefined();
  expect(retryAfterOf(refused({ retryAfterMs: 'soon' }))).toBeUndefined();
});

test('only the code for one tab too many is taken for that', () => {
  expect([isOneTooMany(new Error('TOO_MANY_CONNECTIONS')), isOneTooMany(new Error('UNAVAILABLE'))]).toEqual([
    true,
    false,
  ]);
});
