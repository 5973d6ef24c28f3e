import { expect, test } from 'vitest';
import type { Message } from '#domain/chat/chat.ts';
import { redacted } from '#domain/spine/fold-room.ts';
import { wireMessage } from '../../../../server/chat/wire.ts';
import type { Api } from '../../../../src/net/http.ts';
import { historyBefore } from '../../../../src/chat/calls/rooms.ts';

const message: Message = {
  id: 'm',
  roomId: 'r',
  sseq: 3,
  content: 'the secret recipe',
  senderType: 'USER',
  author: { id: 'u', name: 'Mina', kind: 'user' },
  files: [],
  replyTo: null,
  createdAt: '2026-11-23T12:00:00.000Z',
  handoff: { questionId: 'q', roomId: 'a', turns: [] },
};

/** The message as the device reads it from a page of history. */
async function fromHistory(sent: Message): Promise<Message | undefined> {
  const wired = { messages: [wireMessage(sent, { user: 0, support: 0 })], next_before: null };
  const api = { json: async () => JSON.parse(JSON.stringify(wired)) as object } as unknown as Api;
  return (await historyBefore(api, 'r', 9)).messages[0];
}

test('a message from the history beyond the window of this device is the same as from the log', async () => {
  expect(await fromHistory(message)).toEqual(message);
});

test('a deleted message is a deleted one in the history too', async () => {
  expect(await fromHistory(redacted(message))).toMatchObject({ content: '', redacted: true });
});
