import { expect, test } from 'vitest';
import { type PushBody, type PushReply, protocolVersion } from '#domain/spine/wire/sync.ts';
import { SignedOut, Unreachable } from '../../../src/net/errors.ts';
import type { Api } from '../../../src/net/http.ts';
import { browserWorld, type SyncSocket } from '../../../src/sync/browser-world.ts';

const body: PushBody = { protocol: protocolVersion, clientId: 'c', actor: 'a', commands: [] };
const answer = (by: string): PushReply => ({ results: [{ cmdId: by, s: 'retry', afterMs: 1 }], cursorHint: null });

function worldWith(line: SyncSocket | undefined, json: () => Promise<unknown>) {
  const api = { json, raw: () => Promise.reject(new Error('unused')) } as unknown as Api;
  return browserWorld(api, () => line);
}

test('a push takes the socket when it is open', async () => {
  const world = worldWith({ isOpen: () => true, stand: () => false, push: async () => answer('socket') }, async () =>
    answer('http'),
  );
  expect(await world.push(body)).toEqual(answer('socket'));
});

test('a push goes over HTTP while there is no socket, or it is closed', async () => {
  const closed = { isOpen: () => false, stand: () => false, push: async () => answer('socket') };
  for (const line of [undefined, closed]) {
    expect(await worldWith(line, async () => answer('http')).push(body)).toEqual(answer('http'));
  }
});

test('a call that the socket refuses or leaves unanswered is repeated over HTTP, which gives the reason', async () => {
  const silent = {
    isOpen: () => true,
    stand: () => false,
    push: () => Promise.reject(new Unreachable('operation has timed out')),
  };
  expect(await worldWith(silent, async () => answer('http')).push(body)).toEqual(answer('http'));
  const over = worldWith(silent, () => Promise.reject(new SignedOut()));
  await expect(over.push(body)).rejects.toThrow(SignedOut);
});
