import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { removeMember } from '../../../src/chat/calls/member-remove.ts';
import { redactMessage } from '../../../src/chat/calls/message-redact.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { eraseFreedFiles } from '../../../server/files/freed-files.ts';
import { archiveOldEvents } from '../../../server/spine/log/archive.ts';
import type { Device } from '../../support/devices/device.ts';
import { png } from '../../support/files/sample-files.ts';
import { provideServer } from '../../support/servers/server.ts';
import { talkOn } from '../../support/devices/conversation.ts';

/** What a user may no longer have is removed from their devices: a room, or the content of a message. */

const server = await provideServer();

/** Returns everything the server has sent to this device and the bytes it stores, as one text to search. */
async function keptBy({ db }: Device): Promise<string> {
  const rows = await Promise.all([db.rooms, db.messages, db.windows, db.outbox].map((table) => table.toArray()));
  const blobs = await db.blobs.toCollection().primaryKeys();
  return JSON.stringify([...rows, blobs]);
}

/** Moves everything into the past, including the last contact of all devices. */
async function longAgo(days: number): Promise<void> {
  await sql`update events set created_at = created_at - ${days} * interval '1 day'`.execute(server.db);
  await sql`update sessions set cursor_at = cursor_at - ${days} * interval '1 day'`.execute(server.db);
}

test('65 taken out of a conversation while messages wait: it leaves my device, and what I wrote is mine to decide', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'sent before');
  const other = await openRoom(engineer.ctx, { type: 7, resultName: 'another talk' });
  await engineer.sync();
  await expert.sync();
  engineer.network.isOn = false;
  await say(engineer, 'waits');
  await say(engineer, 'waits too');
  await sendMessage(engineer.ctx, { roomId: other, content: 'goes', files: [] });
  await removeMember(expert.ctx, { roomId, userId: engineer.me.id });
  await say(expert, 'among us');
  await expert.sync();

  engineer.network.isOn = true;
  expect(await engineer.look()).toBe('caughtUp');
  expect(await engineer.room(roomId)).toBeUndefined();
  const kept = await keptBy(engineer);
  for (const text of ['sent before', 'among us']) expect(kept).not.toContain(text);
  expect(await engineer.waiting()).toEqual([
    'chat.send refused REMOVED_FROM_ROOM',
    'chat.send refused REMOVED_FROM_ROOM',
    'chat.send queued',
  ]);
  await engineer.sync();
  expect(await engineer.shown(other)).toEqual(['goes: sent']);
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['sent before', 'among us: sent']);
  // The server denies the room to this user on every route.
  expect((await engineer.network.fetch(`/api/v1/po-chats/rooms/${roomId}/messages`, engineer.asMe())).status).toBe(404);
});

test('65 taken out of a conversation between sending and the reply: what had arrived is settled, the rest is refused', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await expert.sync();
  await say(engineer, 'arrived');
  engineer.network.loseReplies(/sync\/push/);
  await engineer.send();
  await say(engineer, 'too late');
  await removeMember(expert.ctx, { roomId, userId: engineer.me.id });
  await expert.sync();
  await engineer.restart();
  await engineer.sync();
  expect(await engineer.waiting()).toEqual(['chat.send refused NOT_FOUND']);
  expect(await engineer.room(roomId)).toBeUndefined();
  expect(await expert.shown(roomId)).toEqual(['arrived']);
  await expect(openRoom(engineer.ctx, { type: 5 })).resolves.toBeTypeOf('string');
  await engineer.sync();
  expect(await engineer.waiting()).toContain('room.open refused FORBIDDEN');
});

test('66 a deleted message leaves a device that was away for a hundred days, with its photo, and the server too', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const photo = new File([Uint8Array.from(png(66))], 'secret-photo.png', { type: 'image/png' });
  const messageId = await say(engineer, 'the secret recipe', photo);
  await engineer.sync();
  await expert.sync();
  await say(expert, 'noted');
  await expert.sync();
  const [file] = (await expert.messages(roomId)).flatMap(({ files }) => files);
  const before = readdirSync(server.filesDir).length;
  engineer.network.isOn = false;
  await say(engineer, 'I am back');

  await redactMessage(expert.ctx, { roomId, messageId });
  await expert.sync();
  await longAgo(100);
  expect(await archiveOldEvents(server.db)).toBeGreaterThan(0);
  await eraseFreedFiles(server.db, server.filesDir);

  engineer.network.isOn = true;
  await engineer.sync();
  await expert.sync();
  for (const device of [engineer, expert]) {
    const kept = await keptBy(device);
    for (const trace of ['secret', file?.sha256 ?? 'no file']) expect(kept).not.toContain(trace);
    expect((await device.messages(roomId)).map(({ content, redacted }) => [content, redacted])).toEqual([
      ['', true],
      ['noted', undefined],
      ['I am back', undefined],
    ]);
  }
  const { rows } = await sql<{ text: string }>`
    select string_agg(t, ' ') as text from (
      select data::text as t from events union all select data::text from archived_events
      union all select data::text from messages union all select data::text from rooms
      union all select result::text from idempotency union all select name from attachments) everything`.execute(
    server.db,
  );
  expect(rows[0]?.text).not.toContain('secret');
  expect(readdirSync(server.filesDir)).toHaveLength(before - 1);
  const answer = await expert.network.fetch(`/api/v1/files/${file?.id ?? ''}`, expert.asMe());
  expect(answer.status).toBe(404);
});

test('66 a message deleted while I watch goes at once, also from the list, and only its author or staff may do that', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const mine = await say(engineer, 'mine');
  await engineer.sync();
  await expert.sync();
  const theirs = await say(expert, 'theirs');
  await expert.sync();
  await engineer.sync();
  await redactMessage(engineer.ctx, { roomId, messageId: theirs });
  await redactMessage(engineer.ctx, { roomId, messageId: mine });
  await engineer.sync();
  expect(await engineer.waiting()).toEqual(['message.redact refused FORBIDDEN']);
  await redactMessage(expert.ctx, { roomId, messageId: theirs });
  await expert.sync();
  await engineer.sync();
  for (const device of [engineer, expert]) {
    expect((await device.messages(roomId)).map(({ content }) => content)).toEqual(['', '']);
    expect((await device.room(roomId))?.last?.preview).toBe('');
  }
});

test('a message I delete without a network is gone for me at once, and for the expert when the network is back', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const messageId = await say(engineer, 'a slip of the pen');
  await engineer.sync();
  await expert.sync();
  engineer.network.isOn = false;
  await redactMessage(engineer.ctx, { roomId, messageId });
  expect(await engineer.shown(roomId)).toEqual([': queued']);
  expect(await expert.shown(roomId)).toEqual(['a slip of the pen']);
  engineer.network.isOn = true;
  engineer.network.loseReplies(/sync\/push/);
  await engineer.send();
  await engineer.restart();
  await engineer.sync();
  await expert.sync();
  expect(await engineer.waiting()).toEqual([]);
  for (const device of [engineer, expert]) {
    expect((await device.messages(roomId)).map(({ content, redacted }) => [content, redacted])).toEqual([['', true]]);
  }
});

test('37 a device that is further back than the log goes starts over, and its queue is sent once', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'old');
  await engineer.sync();
  await expert.sync();
  engineer.network.isOn = false;
  await say(engineer, 'waited');
  await say(expert, 'meanwhile');
  await expert.sync();

  // Events that a recently seen device has not pulled stay in the log.
  await longAgo(100);
  await noteAsSeen(engineer, '29 days');
  expect(await archiveOldEvents(server.db)).toBeGreaterThan(0);
  engineer.network.isOn = true;
  expect(await engineer.look()).toBe('caughtUp');
  expect(snapshotsOf(engineer)).toBe(1);
  expect(await engineer.shown(roomId)).toEqual(['old: sent', 'meanwhile', 'waited: queued']);

  await say(expert, 'and more');
  await expert.sync();
  await longAgo(100);
  await noteAsSeen(engineer, '31 days');
  expect(await archiveOldEvents(server.db)).toBeGreaterThan(0);
  engineer.network.loseReplies(/sync\/push/);
  await engineer.send();
  expect(await engineer.look()).toBe('caughtUp');
  expect(snapshotsOf(engineer)).toBe(2);
  await engineer.restart();
  await engineer.sync();
  const texts = (await engineer.messages(roomId)).map(({ content }) => content);
  expect(texts).toEqual(['old', 'meanwhile', 'and more', 'waited']);
  expect(await engineer.waiting()).toEqual([]);
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from events e, epoch where (e.xid, e.seq) <= (floor_xid, floor_seq)`.execute(
    server.db,
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test('a device that claims to be at the beginning does not keep the log from being archived', async () => {
  const { engineer, expert, say } = await talkOn(server);
  await say(engineer, 'long past');
  await engineer.sync();
  await expert.sync();
  await longAgo(130);
  await sql`update sessions set cursor_epoch = epoch.name, cursor_xid = '1', cursor_seq = 0, cursor_at = now()
    from epoch where user_id = ${engineer.me.id}`.execute(server.db);
  expect(await archiveOldEvents(server.db)).toBeGreaterThan(0);
});

const snapshotsOf = (device: Device) =>
  device.network.reached.filter((call) => call === 'GET /api/v1/sync/snapshot').length;

/** Sets when this user's device was last seen, at its current position. */
async function noteAsSeen(device: Device, ago: string): Promise<void> {
  const cursor = await device.cursor();
  if (cursor === undefined) throw new Error('the device has not started');
  await sql`update sessions set cursor_epoch = ${cursor.epoch}, cursor_xid = ${cursor.xid}::xid8,
    cursor_seq = ${cursor.seq}, cursor_at = now() - ${ago}::interval where user_id = ${device.me.id}`.execute(
    server.db,
  );
}
