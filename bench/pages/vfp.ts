import { liveQuery } from 'dexie';
import type { i18n } from 'i18next';
import { openRoom } from '../../src/chat/calls/room-open.ts';
import { sendMessage } from '../../src/chat/calls/chat-send.ts';
import { messagesOf } from '../../src/chat/views/message-views.ts';
import { asPageRow, positionsPerRecord } from '../../src/db/message-records.ts';
import { readPending } from '../../src/db/pending.ts';
import { type MessagePageRow, UserDb } from '../../src/db/schema.ts';
import { storedMe, storeSession } from '../../src/net/stored-session.ts';
import { openSession, type Session } from '../../src/open-session.ts';
import type { Me } from '#domain/account/users.ts';
import { messageIn, roomOfMe } from '../../tests/support/src/user.ts';
import { type Arrival, Arrivals, message, rooms } from '../workload.ts';

/** The product without its screens: the session, commands, database and sync of the app. */

let session: Session;
/** Undefined until a user has signed in with this browser. */
let me = storedMe() as Me;
let roomIds: string[] = [];
/** This page shows no notices. */
const texts = { t: (key: string) => key } as unknown as i18n;

const page = {
  /** Signs in at the real endpoint, without opening anything yet. */
  async signIn(email: string): Promise<void> {
    const reply = await fetch('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'x-device-id': 'b'.repeat(64), 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Demo-2026!' }),
    });
    const body = (await reply.json()) as { accessToken: string; user: Me };
    if (!reply.ok) throw new Error(JSON.stringify(body));
    me = body.user;
    storeSession(me, body.accessToken, null);
  },
  async open(): Promise<void> {
    session = await openSession(me, texts, { rightsReported: () => undefined, sessionLeft: () => undefined });
  },
  /** Waits until the first pull has caught up. */
  async live(): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (session.sync.state.phase === 'live') resolve();
      };
      session.sync.subscribe(look);
      look();
    });
  },
  /** Opens the rooms to write to. @returns their ids */
  async openRooms(label: string): Promise<string[]> {
    roomIds = await Promise.all(
      Array.from({ length: rooms }, (_, i) => openRoom(session.ctx, { type: 7, resultName: `${label} ${i}` })),
    );
    return roomIds;
  },
  /** Queues `count` messages at once. @returns ms until every call has returned */
  async queue(count: number): Promise<number> {
    const start = performance.now();
    await Promise.all(Array.from({ length: count }, (_, t) => send(t)));
    return performance.now() - start;
  },
  async appendEach(count: number): Promise<number[]> {
    const times: number[] = [];
    for (let t = 0; t < count; t++) {
      const start = performance.now();
      await send(t);
      times.push(performance.now() - start);
    }
    return times;
  },
  /** The number of commands in the user's outbox, read from disk. */
  async queued(): Promise<number> {
    const db = session?.db ?? new UserDb(me.id);
    return (await readPending(db)).entries.length;
  },
  /** Resolves when this device has `count` confirmed messages of these rooms on disk. */
  async received(ids: string[], count: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const subscription = liveQuery(() => session.db.rooms.bulkGet(ids)).subscribe({
        next(rows) {
          const have = rows.reduce((sum, row) => sum + (row?.unread.support.length ?? 0), 0);
          if (have < count) return;
          subscription.unsubscribe();
          resolve();
        },
        error: reject,
      });
    });
  },
  /** Resolves when this device's outbox is empty. */
  async drained(): Promise<void> {
    while ((await page.queued()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  },
  /** Fills a room's cache with `count` confirmed messages, as pulls would. */
  async fill(roomId: string, count: number): Promise<void> {
    const db = new UserDb(me.id);
    const room = roomOfMe(me, { id: roomId, sseq: count, marks: { user: count, support: count } });
    await db.transaction('rw', db.rooms, () => db.rooms.put(room));
    const atOnce = positionsPerRecord * 100;
    for (let from = 0; from < count; from += atOnce) {
      const pages: MessagePageRow[] = [];
      for (let at = from; at < Math.min(count, from + atOnce); at += positionsPerRecord) {
        const rows = Array.from({ length: Math.min(positionsPerRecord, count - at) }, (_, i) =>
          messageIn(room, { sseq: at + i, content: message(at + i).body }),
        );
        pages.push(asPageRow({ roomId, page: at / positionsPerRecord, rows }));
      }
      await db.transaction('rw', db.messages, () => db.messages.bulkPut(pages));
    }
    db.close();
  },
  /** Reads the newest 50 messages of a room through the app's own view, from a newly opened database. @returns ms */
  async newest(roomId: string): Promise<number> {
    const start = performance.now();
    const db = new UserDb(me.id);
    const { messages } = await messagesOf(db, me, roomId, 50);
    if (messages.length < 50) throw new Error(`${messages.length} messages`);
    return performance.now() - start;
  },
  /** Records when each message of the rooms arrives here; a lone room is rendered by the app's hook, to be shown. */
  async watch(ids: string[], how: Arrival): Promise<void> {
    if (how === 'stored') {
      for (const id of ids)
        liveQuery(() => session.db.rooms.get(id)).subscribe((room) => record('stored', room?.last?.preview));
      return;
    }
    new MutationObserver(() => record('shown', document.querySelector('li:last-of-type')?.textContent)).observe(
      document.body,
      { childList: true, subtree: true },
    );
    // React is not part of the session, whose cold start another row measures.
    const { showRoom } = await import('./shown-room.tsx');
    await showRoom(session, ids[0] as string);
  },
  /** The time when message `t` was stored or shown here, ms since 1970. */
  arrived: (how: Arrival, t: number) => arrivals.of(how, t),
  /** Sends a message to the next of the first `of` rooms. @returns the call's time, ms since 1970 */
  async sendLive(t: number, of: number): Promise<number> {
    const start = performance.timeOrigin + performance.now();
    await sendMessage(session.ctx, { roomId: roomIds[t % of] as string, content: message(t).body, files: [] });
    return start;
  },
  /** Time from the beginning of the navigation until a room's messages were read; see the end of this file. */
  cold: () => cold,
};

const arrivals = new Arrivals();

/** @param text of the newest message, which begins with its number */
function record(how: Arrival, text: string | null | undefined): void {
  const t = Number.parseInt(text ?? '', 10);
  if (!Number.isNaN(t)) arrivals.note(how, t);
}

async function send(t: number): Promise<string> {
  return await sendMessage(session.ctx, { roomId: roomIds[t % rooms] as string, content: message(t).body, files: [] });
}

/** Opens the whole session of the user who is signed in, and reads the newest messages of a room. */
async function openCold(roomId: string): Promise<number> {
  await page.open();
  const { messages } = await messagesOf(session.db, me, roomId, 50);
  if (messages.length < 50) throw new Error(`${messages.length} messages`);
  return performance.now();
}

/** A page opened with the id of a room does so at once. */
const cold = location.hash === '' ? Promise.resolve(Number.NaN) : openCold(location.hash.slice(1));

export type VfpPage = typeof page;
Object.assign(globalThis, { bench: page });
