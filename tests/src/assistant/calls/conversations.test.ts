import { expect, test } from 'vitest';
import { askQuestion } from '../../../../src/assistant/calls/question-ask.ts';
import { deleteRoom } from '../../../../src/chat/calls/room-delete.ts';
import { pinRoom } from '../../../../src/chat/calls/room-pin.ts';
import { renameRoom } from '../../../../src/chat/calls/room-rename.ts';
import { restoreRoom } from '../../../../src/chat/calls/room-restore.ts';
import { deletedRoomIds, roomOf, roomsOf, unreadOf } from '../../../../src/chat/views/room-views.ts';
import { deviceOf, roomOfMe } from '../../../support/src/user.ts';

/** What is set about a conversation is shown at once, before the server knows of it. */

/** A device with one conversation with the assistant that has an unread answer. */
async function withConversation() {
  const device = deviceOf();
  const { db, me } = device;
  const room = roomOfMe(me, { type: 1, unread: { user: [3], support: [] } });
  await db.rooms.put(room);
  return { ...device, roomId: room.id, shown: () => roomOf(db, me, room.id) };
}

test('a title and a pin are shown at once, and the last one counts', async () => {
  const { ctx, roomId, shown } = await withConversation();
  await renameRoom(ctx, { roomId, title: ' Overhang ' });
  await pinRoom(ctx, { roomId, pinned: true });
  expect(await shown()).toMatchObject({ title: { text: 'Overhang' }, pin: { on: true } });
  await renameRoom(ctx, { roomId, title: ' ' });
  await pinRoom(ctx, { roomId, pinned: false });
  expect(await shown()).toMatchObject({ title: { text: null }, pin: { on: false } });
});

test('a deleted conversation is in no list and not counted as unread, until it is brought back', async () => {
  const { ctx, db, me, roomId } = await withConversation();
  expect(unreadOf(await roomsOf(db, me)).ai).toBe(1);
  await deleteRoom(ctx, { roomId });
  expect(await roomsOf(db, me)).toEqual([]);
  expect(unreadOf(await roomsOf(db, me)).ai).toBe(0);
  expect(await deletedRoomIds(db, me)).toEqual(new Set([roomId]));
  await restoreRoom(ctx, { roomId });
  expect((await roomsOf(db, me)).map(({ id }) => id)).toEqual([roomId]);
  expect(unreadOf(await roomsOf(db, me)).ai).toBe(1);
  expect(await deletedRoomIds(db, me)).toEqual(new Set());
});

test('a question asked before the deletion does not undo it, one asked after it does', async () => {
  const { ctx, db, me, roomId } = await withConversation();
  await askQuestion(ctx, { roomId, text: 'How wide is the overhang?', chatType: 1 });
  await deleteRoom(ctx, { roomId });
  expect(await roomsOf(db, me)).toEqual([]);
  await askQuestion(ctx, { roomId, text: 'And on the other side?', chatType: 1 });
  expect(await roomsOf(db, me)).toHaveLength(1);
});

test('a conversation that exists only on this device is deleted too', async () => {
  const { ctx, db, me } = deviceOf();
  const { roomId } = await askQuestion(ctx, { text: 'How wide is the overhang?', chatType: 1 });
  await deleteRoom(ctx, { roomId });
  expect(await roomsOf(db, me)).toEqual([]);
});
