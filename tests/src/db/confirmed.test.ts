import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Message } from '#domain/chat/chat.ts';
import { canonicalJson } from '#domain/ground/json.ts';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { applyPage } from '../../../src/db/confirmed.ts';
import { newestMessages } from '../../../src/db/message-records.ts';
import { readMeta } from '../../../src/db/meta.ts';
import { readPending } from '../../../src/db/pending.ts';
import type { UserDb } from '../../../src/db/schema.ts';
import { applyHistory, applyStreams, snapshotOf, startOver } from '../../../src/db/snapshot.ts';
import { clearConfirmed } from '../../../src/db/storage.ts';
import { wantedStreams } from '../../../src/db/confirmed.ts';
import {
  deviceOf,
  fact,
  messageIn,
  positionAt,
  roomOfMe,
  testUser,
  startAt,
  appendCommand,
} from '../../support/src/user.ts';

const cursorOf = (db: ReturnType<typeof deviceOf>['db']) => db.transaction('r', db.meta, () => readMeta(db, 'cursor'));

function talk(count: number) {
  const { db, me, ctx } = deviceOf();
  const room = roomOfMe(me);
  const opened = fact(11, `room:${room.id}`, 1, 'room.opened', { room });
  const said = Array.from({ length: count }, (_, i) =>
    fact(12 + i, `room:${room.id}`, 2 + i, 'message.sent', { message: messageIn(room, { content: `m${i}` }) }),
  );
  return { db, me, ctx, room, events: [opened, ...said] };
}

test('a page brings rows and cursor together', async () => {
  const { db, me, room, events } = talk(3);
  const from = await startAt(db, 10);
  expect(await applyPage(db, me.id, { events, from, next: positionAt(14) })).toBe('applied');
  expect(await cursorOf(db)).toEqual(positionAt(14));
  expect((await newestMessages(db, room.id, 50)).map((message) => message.content)).toEqual(['m0', 'm1', 'm2']);
  expect((await db.rooms.get(room.id))?.unread.user).toEqual([2, 3, 4]);
});

test('33 when the device dies in the middle of a page, neither rows nor cursor nor queue have moved', async () => {
  const { db, me, room, events, ctx } = talk(3);
  const from = await startAt(db, 10);
  await appendCommand(ctx, 'chat.send', { roomId: room.id, content: 'x', files: [] });
  await acceptAll(db, positionAt(12));
  vi.spyOn(db.meta, 'bulkPut').mockRejectedValueOnce(new Error('killed'));
  await expect(applyPage(db, me.id, { events, from, next: positionAt(14) })).rejects.toThrow('killed');
  expect(await cursorOf(db)).toEqual(from);
  expect(await db.rooms.count()).toBe(0);
  expect(await db.messages.count()).toBe(0);
  expect((await readPending(db)).entries).toHaveLength(1);
  expect(await applyPage(db, me.id, { events, from, next: positionAt(14) })).toBe('applied');
  expect((await readPending(db)).entries).toHaveLength(0);
});

test('34 two tabs that apply the same page change everything once', async () => {
  const { db, me, room, events } = talk(5);
  const from = await startAt(db, 10);
  const page = { events, from, next: positionAt(16) };
  const second = deviceOf(me);
  const applied = await Promise.all([applyPage(db, me.id, page), applyPage(second.db, me.id, page)]);
  expect(applied.toSorted()).toEqual(['applied', 'elsewhere']);
  expect(await newestMessages(db, room.id, 50)).toHaveLength(5);
});

test('a command leaves the outbox only when a pull has passed its position', async () => {
  const { db, me, ctx, room } = talk(0);
  const from = await startAt(db, 10);
  await appendCommand(ctx, 'chat.send', { roomId: room.id, content: 'x', files: [] });
  await acceptAll(db, positionAt(20));
  await applyPage(db, me.id, { events: [], from, next: positionAt(19) });
  expect((await readPending(db)).entries).toHaveLength(1);
  await applyPage(db, me.id, { events: [], from: positionAt(19), next: positionAt(20) });
  expect((await readPending(db)).entries).toHaveLength(0);
  expect(await db.outbox.count()).toBe(0);
  expect(await db.progress.count()).toBe(0);
  expect(await db.acks.count()).toBe(0);
});

test('a command accepted twice, by an old leader’s reply and a new one’s, leaves the queue once and alone', async () => {
  const { db, me, ctx, room } = talk(0);
  const from = await startAt(db, 10);
  const say = (content: string) => appendCommand(ctx, 'chat.send', { roomId: room.id, content, files: [] });
  await Promise.all([say('first'), say('second')]);
  const [first] = (await readPending(db)).entries;
  const ns = [first?.n ?? 0];
  await db.acks.bulkAdd([
    { ns, pos: positionAt(12) },
    { ns, pos: positionAt(13) },
  ] as never);
  await applyPage(db, me.id, { events: [], from, next: positionAt(20) });
  expect((await readPending(db)).entries.map(({ args }) => args)).toMatchObject([{ content: 'second' }]);
});

test('events of a type this version does not know are kept out and noted', async () => {
  const { db, me, room, events } = talk(1);
  const from = await startAt(db, 10);
  const strange = { ...events[1], type: 'message.sung', sseq: 3, pos: positionAt(13) } as unknown as WireEvent;
  await applyPage(db, me.id, { events: [...events, strange], from, next: positionAt(13) });
  expect(await newestMessages(db, room.id, 50)).toHaveLength(1);
  expect(await db.synclog.toArray()).toMatchObject([{ what: 'event of unknown type' }]);
});

test('news of a room this device does not have puts the room on a list that survives, until its snapshot is there', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(testUser(), { sseq: 9 });
  const from = await startAt(db, 10);
  const added = fact(11, `user:${me.id}`, 1, 'member.added', { roomId: room.id, userId: me.id, side: 'user' });
  await applyPage(db, me.id, { events: [added], from, next: positionAt(12) });
  expect([...(await wantedStreams(deviceOf(me).db)).keys()]).toEqual([`room:${room.id}`]);
  const stale = {
    pos: positionAt(5),
    streams: [{ stream: `room:${room.id}`, rows: { room, messages: [] } }],
    gone: [],
  };
  await applyStreams(db, stale);
  expect((await wantedStreams(db)).size).toBe(1);
  await applyStreams(db, { ...stale, pos: positionAt(12) });
  expect((await wantedStreams(db)).size).toBe(0);
  expect(await db.rooms.get(room.id)).toEqual(room);
});

test('a room that could not be seen for a while is not continued with a gap, but fetched whole', async () => {
  const { db, me, room, events } = talk(5);
  const from = await startAt(db, 10);
  await applyPage(db, me.id, { events: events.slice(0, 3), from, next: positionAt(13) });
  // The user could not see the third and fourth message at the time of this pull.
  await applyPage(db, me.id, { events: events.slice(5), from: positionAt(13), next: positionAt(16) });
  expect((await newestMessages(db, room.id, 50)).map(({ content }) => content)).toEqual(['m0', 'm1']);
  expect([...(await wantedStreams(db)).keys()]).toEqual([`room:${room.id}`]);
  const whole = { room: { ...room, sseq: 6 }, messages: [messageIn(room, { sseq: 6, content: 'm4' })] };
  await applyStreams(db, { pos: positionAt(16), streams: [{ stream: `room:${room.id}`, rows: whole }], gone: [] });
  expect((await newestMessages(db, room.id, 50)).map(({ content }) => content)).toEqual(['m4']);
  expect((await db.rooms.get(room.id))?.sseq).toBe(6);
});

test('a snapshot of a room that comes after everything was started over leaves no gap behind', async () => {
  const { db, me, room, events } = talk(2);
  const from = await startAt(db, 10);
  const added = fact(12, `user:${me.id}`, 1, 'member.added', { roomId: room.id, userId: me.id, side: 'user' });
  await applyPage(db, me.id, { events: [added], from, next: positionAt(12) });
  // The snapshot has only the newest rooms: this one is missing, and its events up to 20 do not come again.
  await startOver(db, { pos: positionAt(20), streams: [], gone: [] }, positionAt(12));
  const late = {
    pos: positionAt(13),
    streams: [{ stream: `room:${room.id}`, rows: { room, messages: [] } }],
    gone: [],
  };
  expect(await applyStreams(db, late)).toBe(true);
  expect(await db.rooms.count()).toBe(0);
  // A later event marks the room as wanted; it is then fetched whole.
  const last = events.at(-1);
  if (last === undefined) throw new Error('nothing was said');
  await applyPage(db, me.id, {
    events: [{ ...last, pos: positionAt(21) }],
    from: positionAt(20),
    next: positionAt(22),
  });
  await applyStreams(db, { ...late, pos: positionAt(22) });
  expect(await db.rooms.count()).toBe(1);
});

test('a snapshot of a room does not overwrite what later pages contained', async () => {
  const { db, me, room, events } = talk(2);
  const from = await startAt(db, 10);
  await applyPage(db, me.id, { events, from, next: positionAt(13) });
  const old = {
    pos: positionAt(11),
    streams: [{ stream: `room:${room.id}`, rows: { room: { ...room, sseq: 1 }, messages: [] } }],
    gone: [],
  };
  await applyStreams(db, old);
  expect(await newestMessages(db, room.id, 50)).toHaveLength(2);
});

test('a snapshot without its last line is void', () => {
  expect(snapshotOf([{ pos: positionAt(1) }, { gone: 'room:x' }])).toBeUndefined();
  expect(snapshotOf([{ pos: positionAt(1) }, { end: true }])).toEqual({ pos: positionAt(1), streams: [], gone: [] });
});

test('starting over in another history keeps the queue and sends again what the old one had accepted', async () => {
  const { db, ctx } = talk(0);
  const from = await startAt(db, 10);
  await appendCommand(ctx, 'chat.send', { roomId: 'r', content: 'x', files: [] });
  await acceptAll(db, positionAt(5));
  expect((await readPending(db)).unaccepted()).toHaveLength(0);
  expect(await startOver(db, { pos: positionAt(900, 'e2'), streams: [], gone: [] }, from)).toBe(true);
  const pending = await readPending(db);
  expect(pending.unaccepted()).toHaveLength(1);
  expect(await db.acks.count()).toBe(0);
});

test('starting over where the server is behind what this device knew sends again what was accepted', async () => {
  const { db, ctx } = talk(0);
  const from = await startAt(db, 10);
  await appendCommand(ctx, 'chat.send', { roomId: 'r', content: 'x', files: [] });
  await acceptAll(db, positionAt(5));
  // The epoch is the same, but the log was reset to a position before this device's cursor.
  expect(await startOver(db, { pos: positionAt(7), streams: [], gone: [] }, from)).toBe(true);
  expect((await readPending(db)).unaccepted()).toHaveLength(1);
  expect(await db.acks.count()).toBe(0);
});

test('after a restore of the server, files that waiting messages need are uploaded again', async () => {
  const { db, ctx } = talk(0);
  const from = await startAt(db, 10);
  const photo = new File(['x'], 'photo.png', { type: 'image/png' });
  await sendMessage(ctx, { roomId: randomUUID(), content: '', files: [photo] });
  const sent = { uploaded: true, uploadUrl: '/api/v1/uploads/1' };
  await db.transaction('rw', db.blobs, () => db.blobs.toCollection().modify(sent));
  await startOver(db, { pos: positionAt(20), streams: [], gone: [] }, from);
  expect(await db.blobs.toArray()).toMatchObject([sent]);
  await startOver(db, { pos: positionAt(5, 'e2'), streams: [], gone: [] }, positionAt(20));
  expect(await db.blobs.toArray()).toMatchObject([{ uploaded: false, uploadUrl: null }]);
});

test("signing out deletes the server's data and keeps unsent commands", async () => {
  const { db, me, ctx, room, events } = talk(2);
  const from = await startAt(db, 10);
  await applyPage(db, me.id, { events, from, next: positionAt(13) });
  await appendCommand(ctx, 'chat.send', { roomId: room.id, content: 'mine', files: [] });
  await db.drafts.put({ key: 'room:r', value: 'half a sen', at: 0 });
  const photo = { bytes: new Blob(['x']), name: 'a.png', mime: 'image/png', size: 1, uploadUrl: null };
  await db.blobs.bulkPut([
    { ...photo, sha256: 'sent'.padEnd(64, '0'), uploaded: true },
    { ...photo, sha256: 'underway'.padEnd(64, '0'), uploaded: false },
  ]);
  await clearConfirmed(db);
  expect((await db.blobs.toArray()).map(({ uploaded }) => uploaded)).toEqual([false]);
  expect(await cursorOf(db)).toBeUndefined();
  expect([await db.rooms.count(), await db.messages.count()]).toEqual([0, 0]);
  expect((await readPending(db)).entries).toHaveLength(1);
  expect(await db.drafts.count()).toBe(1);
});

test('older messages join the newer ones, unless the window has moved meanwhile', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me);
  await db.windows.put({ roomId: room.id, from: 200, complete: false });
  const older = [150, 199].map((sseq) => messageIn(room, { sseq }));
  expect(await applyHistory(db, room.id, 300, { messages: older, complete: false })).toBe(false);
  expect(await applyHistory(db, room.id, 200, { messages: older, complete: false })).toBe(true);
  expect((await newestMessages(db, room.id, 50)).map((message) => message.sseq)).toEqual([150, 199]);
  expect(await db.windows.get(room.id)).toEqual({ roomId: room.id, from: 150, complete: false });
});

test('however the log is cut into pages, and however often a page comes, the rows are the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (cuts, twice) => {
        const { db, me, room, events } = talk(30);
        const marks = [15, 25].map((upTo, i) =>
          fact(50 + i, `room:${room.id}`, 40 + i, 'read.marked', { roomId: room.id, side: 'user', upTo, by: me.id }),
        );
        const all = [...events, ...marks];
        let from = await startAt(db, 10);
        for (let at = 0, cut = 0; at < all.length; cut++) {
          const size = cuts[cut % cuts.length] ?? 1;
          const slice = all.slice(at, at + size);
          const next = slice.at(-1)?.pos ?? from;
          await applyPage(db, me.id, { events: twice ? [...slice, ...slice] : slice, from, next });
          from = next;
          at += size;
        }
        const whole = deviceOf(testUser({ id: me.id + 'x' }));
        const start = await startAt(whole.db, 10);
        await applyPage(whole.db, whole.me.id, { events: all, from: start, next: positionAt(60) });
        expect(canonicalJson(await db.rooms.toArray())).toBe(canonicalJson(await whole.db.rooms.toArray()));
        expect(canonicalJson(await db.messages.toArray())).toBe(canonicalJson(await whole.db.messages.toArray()));
        await whole.db.delete();
      },
    ),
    { numRuns: 25 },
  );
});

/** Marks all queued commands as accepted, at this position. */
async function acceptAll(db: UserDb, pos: Cursor): Promise<void> {
  const ns = (await readPending(db)).entries.map(({ n }) => n);
  await db.acks.add({ ns, pos } as never);
}

test('rows of one room that come late, from before a restore or a sign-out, are void', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me, { sseq: 9 });
  const late = {
    pos: positionAt(20, 'e1'),
    streams: [{ stream: `room:${room.id}`, rows: { room, messages: [] } }],
    gone: [],
  };
  // The user has signed out, so there is no cursor.
  expect(await applyStreams(db, late)).toBe(false);
  expect(await db.rooms.count()).toBe(0);
  // Another tab has started over in the epoch after the restore, where the room is at an earlier position.
  const restored = { ...room, sseq: 7 };
  await startOver(
    db,
    {
      ...late,
      pos: positionAt(5, 'e2'),
      streams: [{ stream: `room:${room.id}`, rows: { room: restored, messages: [] } }],
    },
    undefined,
  );
  expect(await applyStreams(db, late)).toBe(false);
  expect((await db.rooms.get(room.id))?.sseq).toBe(7);
});

test('messages of a deleted user show the replacement name, those on the device and later ones', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me);
  const stream = `room:${room.id}`;
  const author = { id: 'leaver', name: 'Quirina', kind: 'user' as const };
  const said = (sseq: number, about: Partial<Message>) =>
    fact(10 + sseq, stream, sseq, 'message.sent', { message: messageIn(room, { content: `m${sseq}`, ...about }) });
  const from = await startAt(db, 10);
  const first = [fact(11, stream, 1, 'room.opened', { room }), said(2, { author }), said(3, {}), said(4, { author })];
  await applyPage(db, me.id, { events: first, from, next: positionAt(14) });
  const left = fact(15, stream, 5, 'person.renamed', { userId: 'leaver', name: 'Deleted account', newest: 4 });
  await applyPage(db, me.id, { events: [left, said(6, { author })], from: positionAt(14), next: positionAt(16) });
  expect((await newestMessages(db, room.id, 50)).map(({ content, author: { name } }) => [content, name])).toEqual([
    ['m2', 'Deleted account'],
    ['m3', 'Expert'],
    ['m4', 'Deleted account'],
    ['m6', 'Deleted account'],
  ]);
  expect((await db.rooms.get(room.id))?.last?.authorName).toBe('Deleted account');
});
