import { expect, test } from 'vitest';
import { searchWords } from '#domain/ground/text-search.ts';
import { sendMessage } from '../../../../src/chat/calls/chat-send.ts';
import { askQuestion } from '../../../../src/assistant/calls/question-ask.ts';
import { findInRooms } from '../../../../src/assistant/views/conversation-search.ts';
import { foldMessages } from '../../../../src/db/message-records.ts';
import { deviceOf, messageIn, roomOfMe } from '../../../support/src/user.ts';

/** The search of conversations in what this device has. */

/** A device with a conversation of these messages, at positions 2, 3 and so on. */
async function deviceWith(...contents: string[]) {
  const device = deviceOf();
  const { db, me } = device;
  const room = roomOfMe(me, { type: 1 });
  await db.rooms.put(room);
  const messages = contents.map((content, i) => messageIn(room, { sseq: 2 + i * 100, content }));
  await db.transaction('rw', db.messages, () => foldMessages(db, messages));
  const find = (query: string) => findInRooms(db, [room.id], searchWords(query));
  return { ...device, room, messages, find };
}

test('a word of an older page is found, and of several messages the newest one', async () => {
  const { room, messages, find } = await deviceWith('Zirconia wall', 'Overhang', 'Separator', 'Overhang again');
  expect(await find('zirconia')).toEqual(new Map([[room.id, { id: messages[0]?.id, content: 'Zirconia wall' }]]));
  expect((await find('overhang')).get(room.id)?.id).toBe(messages[3]?.id);
  expect(await find('zirconia overhang')).toEqual(new Map());
});

test('Korean, quotes, line breaks and backslashes are found as they were written', async () => {
  const { room, find } = await deviceWith('음극의 "리튬 도금"을 막습니다\nC:\\cells');
  for (const query of ['도금', '"리튬', '막습 C:\\cells'.normalize('NFD')]) {
    expect([...(await find(query)).keys()]).toEqual([room.id]);
  }
});

test('a question that waits is found, and the names of fields are not', async () => {
  const { ctx, room, find } = await deviceWith('Overhang');
  await askQuestion(ctx, { roomId: room.id, text: 'How porous is the separator?', chatType: 1 });
  expect((await find('porous')).get(room.id)?.content).toBe('How porous is the separator?');
  expect(await find('senderType')).toEqual(new Map());
});

test('a message to experts that waits is found', async () => {
  const { ctx, room, find } = await deviceWith('Overhang');
  await sendMessage(ctx, { roomId: room.id, content: 'The goods-in number is M5', files: [] });
  expect((await find('goods-in')).get(room.id)?.content).toBe('The goods-in number is M5');
});
