import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { PullReply, PushBody, SnapshotLine } from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';
import { asPage } from '../../../src/db/message-records.ts';
import type { UserDb } from '../../../src/db/schema.ts';
import type { RecordedRows } from './recorded-rows.ts';
import type { RecordedStore } from './recorded-store.ts';

/** What a release sent and stored, on some day. */
export interface Recording {
  at: string;
  /** Ids of the users, which stand in commands too. */
  users: Record<'engineer' | 'expert', string>;
  /** The pushes of these users, in order, and the result of each command. */
  pushes: { who: 'engineer' | 'expert'; body: PushBody; results: string[] }[];
  /** What new devices have read, and had then. */
  readers: { me: Me; snapshot: SnapshotLine[]; pulls: PullReply[]; had: Summary }[];
  /** What the server and two devices had stored before these pushes. The oldest recording has none. */
  installation?: {
    rows: RecordedRows;
    devices: Record<'engineer' | 'expert', RecordedDevice>;
  };
}

interface RecordedDevice {
  store: RecordedStore;
  /** The commands that waited on it. */
  waiting: string[];
  /** What it had after all of them were sent. */
  had: Summary;
}

const folder = join(import.meta.dirname, '../..', 'recorded');

export function recordings(): Recording[] {
  return readdirSync(folder).map((name) =>
    JSON.parse(brotliDecompressSync(readFileSync(join(folder, name))).toString('utf8')),
  );
}

export function writeRecording(recording: Recording): void {
  mkdirSync(folder, { recursive: true });
  // Its largest window, because the knowledge base is there four times.
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_QUALITY]: 9,
  };
  writeFileSync(join(folder, `${recording.at}.json.br`), brotliCompressSync(JSON.stringify(recording), { params }));
}

type Summary = Awaited<ReturnType<typeof summaryOf>>;

/** Returns what a device has, without the form in which it stores it. */
export async function summaryOf(db: UserDb) {
  const [rooms, pages, orders] = await Promise.all([db.rooms.toArray(), db.messages.toArray(), db.orders.toArray()]);
  return {
    rooms: rooms.map(({ id, type, name, status, assigneeId, sseq, last, marks, unread }) => {
      return { id, type, name, status, assigneeId, sseq, last: last?.preview ?? null, marks, unread };
    }),
    messages: pages
      .flatMap((row) => asPage(row).rows)
      .map(({ id, roomId, sseq, content, senderType, author, replyTo, createdAt, redacted, answer, feedback }) => {
        const more = { redacted: redacted === true, answer: answer?.status ?? null, rating: feedback?.rating ?? null };
        return { id, roomId, sseq, content, senderType, author, replyTo, createdAt, ...more };
      })
      .sort((a, b) => a.roomId.localeCompare(b.roomId) || a.sseq - b.sseq),
    orders: orders.map(({ id, status, sseq, doc, quote, history }) => {
      return { id, status, sseq, doc, total: quote?.total ?? null, steps: history.map(({ event }) => event) };
    }),
  };
}

/** Leaves out what depends on the time of a run, and what the assistant wrote: its answers may become better. */
export function lastingPartOf({ rooms, messages, orders }: Summary): object {
  const isAsked = new Set(rooms.flatMap(({ id, type }) => (type <= 4 ? [id] : [])));
  return {
    rooms: rooms.map((room) => ({ ...room, last: isAsked.has(room.id) ? null : room.last })),
    messages: messages.map(({ createdAt: _createdAt, ...message }) => {
      return message.author.kind === 'assistant' ? { ...message, content: '', answer: null } : message;
    }),
    orders,
  };
}
