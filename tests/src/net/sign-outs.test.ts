import { beforeEach, expect, test, vi } from 'vitest';
import { apiHeader } from '#domain/ground/wire/api-header.ts';
import { sendSignOuts } from '../../../src/net/sign-outs.ts';
import { storeSignOut, pendingSignOuts } from '../../../src/net/pending-sign-outs.ts';

/** Sign-outs that have not reached the server yet. */

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('dispatchEvent', () => true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  return () => vi.useRealTimers();
});

const ours = (status: number) => async () =>
  new Response(status === 204 ? null : '{}', { status, headers: { [apiHeader]: '1' } });

/** A device whose network replies by token; `asked` lists the tokens of its requests. */
function deviceWith(answer: (token: string | null) => Promise<Response>) {
  const asked: (string | null)[] = [];
  return {
    asked,
    caller: {
      deviceId: () => 'device',
      fetch: (async (_input: RequestInfo | URL, init?: RequestInit) => {
        const token = new Headers(init?.headers).get('authorization');
        asked.push(token);
        return await answer(token);
      }) as typeof fetch,
    },
  };
}

test.each([
  ['has ended the session', ours(204)],
  ['knows no such session', ours(401)],
])('a sign-out is forgotten once the server %s', async (_, answer) => {
  storeSignOut('a');
  const { caller, asked } = deviceWith(answer);
  await sendSignOuts(caller);
  expect(asked).toEqual(['Bearer a']);
  expect(pendingSignOuts()).toEqual([]);
  expect(kept.size).toBe(0);
});

test.each([
  ['there is no network', () => Promise.reject(new TypeError('no network'))],
  ['the network wants a sign-in of its own', async () => new Response('<html>', { status: 401 })],
  ['the server is restarting', ours(503)],
  ['the server fails', ours(500)],
])('a sign-out waits while %s, and is sent later by itself', async (_, answer) => {
  storeSignOut('a');
  const answers = [answer, ours(204)];
  const { caller, asked } = deviceWith(() => (answers.shift() ?? ours(204))());
  await sendSignOuts(caller);
  expect(pendingSignOuts()).toEqual(['a']);
  await vi.runAllTimersAsync();
  expect(asked).toEqual(['Bearer a', 'Bearer a']);
  expect(pendingSignOuts()).toEqual([]);
});

test('the pending sign-outs of several users are independent: one without a reply blocks none of the others', async () => {
  storeSignOut('a');
  storeSignOut('b');
  storeSignOut('b');
  const { caller } = deviceWith((token) => (token === 'Bearer a' ? Promise.reject(new TypeError()) : ours(204)()));
  await sendSignOuts(caller);
  expect(pendingSignOuts()).toEqual(['a']);
});
