import type { Message, Room } from '#domain/chat/chat.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { Order } from '#domain/order/data/order.ts';
import {
  comparePositions,
  hasPassed,
  type Cursor,
  type SnapshotLine,
  type SnapshotRows,
} from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';
import { dropUnneeded, uploadedBlobs } from './blob-cleanup.ts';
import { confirmedTables, settle } from './confirmed.ts';
import { noteNothingMissing } from './left-out.ts';
import { asPageRow, foldMessages, type MessagePage, pageOf } from './message-records.ts';
import { readMeta, storeMeta, clearWanted, readWantedStreams } from './meta.ts';
import { rowTables, type MessagePageRow, type UserDb, type RoomRangeRow } from './schema.ts';
import { idOf, removeStream } from './stream-rows.ts';
import { messagePage } from '#domain/chat/message-page.ts';

/** The rows of whole streams at one position, which replace all earlier events. */
export interface Snapshot {
  pos: Cursor;
  streams: { stream: string; rows: SnapshotRows }[];
  /** Requested streams without rows: they do not exist, or this user may not see them. */
  gone: string[];
}

/** Parses the lines of a snapshot. @returns undefined when it was cut off, because then it is void */
export function snapshotOf(lines: readonly SnapshotLine[]): Snapshot | undefined {
  const snapshot: Partial<Snapshot> & Omit<Snapshot, 'pos'> = { streams: [], gone: [] };
  let ended = false;
  for (const line of lines) {
    if ('pos' in line) snapshot.pos = line.pos;
    else if ('stream' in line) snapshot.streams.push(line);
    else if ('gone' in line) snapshot.gone.push(line.gone);
    else ended = line.end;
  }
  return ended && snapshot.pos !== undefined ? { ...snapshot, pos: snapshot.pos } : undefined;
}

/**
 * Starts over from a full snapshot: replaces all confirmed rows and moves the cursor to its position. The outbox stays.
 * Commands that were accepted in another epoch become pending again. So do all accepted commands when the snapshot ends
 * before `from`: the server was restored without noticing.
 * @returns false when another tab has moved the cursor since `from` was read
 */
export function startOver(db: UserDb, snapshot: Snapshot, from: Cursor | undefined): Promise<boolean> {
  return db.transaction('rw!', [...confirmedTables(db), db.attention, db.blobs], async () => {
    const cursor = await readMeta(db, 'cursor');
    if (JSON.stringify(cursor) !== JSON.stringify(from)) return false;
    // The saved knowledge is of the server's state, not of the log; it is replaced only if the snapshot has it.
    for (const table of rowTables(db)) if (table !== db.knowledge) await table.clear();
    await putStreams(
      db,
      snapshot.streams.map(({ rows }) => rows),
    );
    const isRenamed = from !== undefined && from.epoch !== snapshot.pos.epoch;
    const isBehind = from !== undefined && !isRenamed && comparePositions(from, snapshot.pos) > 0;
    if (isBehind) await db.acks.clear();
    await settle(db, snapshot.pos);
    await clearWanted(db, [...(await readWantedStreams(db)).keys()]);
    // A snapshot does not list what was deleted before it, so unneeded files are dropped here.
    await dropUnneeded(db, await uploadedBlobs(db));
    if (isRenamed || isBehind) await uploadAgain(db);
    await storeMeta(db, 'cursor', snapshot.pos);
    await noteNothingMissing(db);
    await storeMeta(db, 'startedOver', ((await readMeta(db, 'startedOver')) ?? 0) + 1);
    return true;
  });
}

/** Marks the remaining files as not uploaded: a restored server may lack them. It ignores those it has. */
async function uploadAgain(db: UserDb): Promise<void> {
  await db.blobs.toCollection().modify({ uploaded: false, uploadUrl: null });
}

/**
 * Applies the rows of single streams, one transaction each. The cursor does not move.
 * @returns false when the snapshot is of another epoch than the cursor and thus void: another tab has started over, a
 * sign-out has cleared everything, or the server was restored since the last page
 */
export async function applyStreams(db: UserDb, snapshot: Snapshot): Promise<boolean> {
  let isPresent = true;
  for (const { stream, rows } of snapshot.streams) {
    await db.transaction('rw!', confirmedTables(db), async () => {
      isPresent = (await readMeta(db, 'cursor'))?.epoch === snapshot.pos.epoch;
      if (!isPresent || !(await isApplicable(db, stream, snapshot.pos))) return;
      const known = await knownPosition(db, stream);
      const sseq = (rows.room as Room | undefined)?.sseq ?? (rows.order as Order | undefined)?.sseq ?? 0;
      // A page applied since the snapshot was read may be newer; then its rows stay.
      if (known === undefined || known <= sseq) {
        await removeStream(db, stream);
        await putStreams(db, [rows]);
      }
      await clearWanted(db, [stream]);
    });
  }
  for (const stream of snapshot.gone) {
    await db.transaction('rw!', confirmedTables(db), async () => {
      isPresent = (await readMeta(db, 'cursor'))?.epoch === snapshot.pos.epoch;
      if (!isPresent || !(await isApplicable(db, stream, snapshot.pos))) return;
      await removeStream(db, stream);
      await clearWanted(db, [stream]);
    });
  }
  return isPresent;
}

/** Returns the position of the newest event this device has of a room or an order. */
async function knownPosition(db: UserDb, stream: string): Promise<number | undefined> {
  const id = idOf(stream);
  return (await (stream.startsWith('order:') ? db.orders.get(id) : db.rooms.get(id)))?.sseq;
}

/**
 * Whether this snapshot may be applied to the stream. A late one, when the stream is no longer wanted or wanted at a
 * later position, would lack events that the cursor has passed.
 */
async function isApplicable(db: UserDb, stream: string, pos: Cursor): Promise<boolean> {
  const wanted = (await readWantedStreams(db)).get(stream);
  return wanted !== undefined && (wanted.epoch !== pos.epoch || hasPassed(pos, wanted));
}

async function putStreams(db: UserDb, streams: SnapshotRows[]): Promise<void> {
  const rooms = streams.flatMap(({ room }) => (room === undefined ? [] : [room as Room]));
  await db.rooms.bulkPut(rooms);
  await db.windows.bulkPut(streams.flatMap(rangesIn));
  await db.messages.bulkPut(streams.flatMap(({ messages }) => pagesFrom((messages ?? []) as Message[])));
  await db.orders.bulkPut(streams.flatMap(({ order }) => (order === undefined ? [] : [order as Order])));
  await db.people.bulkPut(streams.flatMap(({ me }) => (me === undefined ? [] : [me as Me])));
  const [knowledge] = streams.flatMap((rows) => (rows.knowledge === undefined ? [] : [rows.knowledge]));
  if (knowledge !== undefined) await replaceKnowledge(db, knowledge as KnowledgeEntry[]);
}

function rangesIn({ room, messages, delivered }: SnapshotRows): RoomRangeRow[] {
  if (room === undefined) return [];
  const { id, sseq } = room as Room;
  const list = (messages ?? []) as Message[];
  const from = list.reduce((first, message) => Math.min(first, message.sseq), sseq + 1);
  const complete = list.length < messagePage;
  return [{ roomId: id, from, complete, ...(delivered === undefined ? {} : { delivered }) }];
}

function pagesFrom(messages: Message[]): MessagePageRow[] {
  const pages = new Map<number, MessagePage>();
  for (const message of messages.toSorted((a, b) => a.sseq - b.sseq)) {
    const page = pageOf(message.sseq);
    const rows = pages.get(page) ?? { roomId: message.roomId, page, rows: [] };
    rows.rows.push(message);
    pages.set(page, rows);
  }
  return [...pages.values()].map(asPageRow);
}

/**
 * Adds the page of messages before the position `before`.
 * @returns false when the room's range has moved since the request; then nothing is written
 */
export function applyHistory(
  db: UserDb,
  roomId: string,
  before: number,
  older: { messages: Message[]; complete: boolean },
): Promise<boolean> {
  return db.transaction('rw!', [db.messages, db.windows], async () => {
    const range = await db.windows.get(roomId);
    if (range?.from !== before) return false;
    if (older.messages.length > 0) await foldMessages(db, older.messages);
    const from = older.messages.reduce((first, message) => Math.min(first, message.sseq), before);
    await db.windows.put({ ...range, from, complete: older.complete || older.messages.length === 0 });
    return true;
  });
}

/** Replaces all entries by those of a snapshot, which names no state. Call inside a transaction over both tables. */
async function replaceKnowledge(db: UserDb, entries: readonly KnowledgeEntry[]): Promise<void> {
  await db.knowledge.clear();
  await db.knowledge.bulkPut(entries);
  await db.meta.delete('knowledge');
}
