import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { isDeleted } from '#domain/chat/conversations.ts';
import { busWorld } from '../../../support/database/bus-world.ts';
import { newId, somebody, wish } from '../../../support/users.ts';

/** What customers do with their own conversations with the assistant. */

const { close, db, engineer, expert, one, openRoom, room } = await busWorld();
afterAll(close);

const ask = (roomId: string) => wish('question.ask', { roomId, text: 'Why does the anode overhang?', chatType: 1 });

async function typesOf(roomId: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where stream = ${`room:${roomId}`} order by sseq`.execute(db);
  return rows.map(({ type }) => type);
}

test('a conversation is renamed, and a blank title returns to the automatic one', async () => {
  const roomId = await openRoom(engineer, 1);
  const rename = (title: string) => one(engineer, wish('room.rename', { roomId, title }));
  expect(await rename('  Overhang \n of 21700 ')).toMatchObject({ s: 'ok', out: { title: 'Overhang of 21700' } });
  expect((await room(roomId)).title?.text).toBe('Overhang of 21700');
  await rename('Overhang of 21700');
  expect(await rename('  ')).toMatchObject({ s: 'ok', out: { title: null } });
  expect((await room(roomId)).title?.text).toBeNull();
  expect(await typesOf(roomId)).toEqual(['room.opened', 'room.renamed', 'room.renamed']);
  expect(await rename('x'.repeat(101))).toMatchObject({ s: 'rejected', code: 'VALIDATION' });
});

test('a conversation is pinned once, however often it is asked for', async () => {
  const roomId = await openRoom(engineer, 2);
  const pin = (pinned: boolean) => one(engineer, wish('room.pin', { roomId, pinned }));
  await pin(true);
  await pin(true);
  expect((await room(roomId)).pin?.on).toBe(true);
  await pin(false);
  expect((await room(roomId)).pin?.on).toBe(false);
  expect(await typesOf(roomId)).toEqual(['room.opened', 'room.pinned', 'room.pinned']);
});

test('a deleted conversation keeps its messages and comes back', async () => {
  const roomId = await openRoom(engineer, 1);
  await one(engineer, ask(roomId));
  await one(engineer, wish('room.delete', { roomId }));
  await one(engineer, wish('room.delete', { roomId }));
  expect(isDeleted(await room(roomId))).toBe(true);
  const { rows } = await sql`select from messages where room_id = ${roomId}`.execute(db);
  expect(rows).toHaveLength(2);
  await one(engineer, wish('room.restore', { roomId }));
  expect(isDeleted(await room(roomId))).toBe(false);
  expect((await typesOf(roomId)).slice(-2)).toEqual(['room.deleted', 'room.restored']);
});

test('no user renames or deletes the conversation of another one, nor a room with experts', async () => {
  const roomId = await openRoom(engineer, 1);
  const expertRoomId = await openRoom(engineer, 5);
  const stranger = await somebody(db, 'stranger');
  for (const on of [
    { type: 'room.rename', more: { title: 'Mine' } } as const,
    { type: 'room.delete', more: {} } as const,
  ]) {
    const about = (id: string) => wish(on.type, { roomId: id, ...on.more });
    expect(await one(stranger, about(roomId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await one(expert, about(roomId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await one(engineer, about(expertRoomId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await one(expert, about(expertRoomId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await one(engineer, about(newId()))).toMatchObject({ code: 'NOT_FOUND' });
  }
  expect([await typesOf(roomId), await typesOf(expertRoomId)]).toEqual([['room.opened'], ['room.opened']]);
});
