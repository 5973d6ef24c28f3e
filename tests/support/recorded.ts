import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PullReply, PushBody, SnapshotLine } from '#domain/protocol/sync.ts';
import type { Me } from '#domain/users.ts';
import { asPage } from '../../src/db/message-pages.ts';
import type { UserDb } from '../../src/db/schema.ts';

/** Frames between devices and a server, as they were on the wire on some day. */
export interface Recording {
  at: string;
  /** Ids of the users, which stand in commands too. */
  users: Record<'engineer' | 'expert', string>;
  /** The pushes of an engineer and an expert, in order, and the result of each command. */
  pushes: { who: 'engineer' | 'expert'; body: PushBody; results: string[] }[];
  /** What the engineer's second device has read, which began without anything. */
  reader: { me: Me; snapshot: SnapshotLine[]; pulls: PullReply[] };
  /** What it had then. */
  had: Summary;
}

export const recordedFolder = join(import.meta.dirname, '..', 'recorded');

export function recordings(): Recording[] {
  return readdirSync(recordedFolder).map((name) => JSON.parse(readFileSync(join(recordedFolder, name), 'utf8')));
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
