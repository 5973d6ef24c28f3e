import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Cursor, WireEvent } from '#domain/protocol/sync.ts';
import type { Hint, HintedStream, Hints } from './store/hint.ts';
import type { Log } from './store/log.ts';

export type { Hint, HintedStream, Hints } from './store/hint.ts';

/** After a commit: which streams moved, told to everybody in this process and, through PostgreSQL, in the others. */

const channel = 'vfp_hint';
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const payloadBytes = 7800;

interface Payload {
  from: string;
  pos: Cursor;
  streams: HintedStream[];
}

/**
 * Makes the hints of this process.
 * @param others where siblings listen; undefined when this process is alone on its database
 */
export async function createHints(
  others: { url: string; log: Log } | undefined,
): Promise<Hints & { close(): Promise<void> }> {
  const listeners = new Set<(hint: Hint) => void>();
  const self = randomUUID();
  const tell = (hint: Hint) => {
    for (const listener of listeners) listener(hint);
  };
  const line =
    others === undefined
      ? undefined
      : await openLine(others.url, others.log, (payload) => {
          if (payload.from !== self) tell({ pos: payload.pos, streams: payload.streams, events: [] });
        });
  return {
    committed(streams: HintedStream[], pos: Cursor, events: WireEvent[]) {
      tell({ pos, streams, events });
      line?.send({ from: self, pos, streams });
    },
    subscribe(fn: (hint: Hint) => void) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
    async close() {
      listeners.clear();
      await line?.close();
    },
  };
}

/** A connection of its own that listens and notifies; it comes back by itself when it breaks. */
async function openLine(url: string, log: Log, heard: (payload: Payload) => void) {
  let client: Client | undefined;
  let closed = false;
  let sending = false;
  let waiting: Payload[] = [];

  async function open(): Promise<void> {
    const fresh = new Client({ connectionString: url });
    fresh.on('notification', (note) => {
      if (note.channel !== channel || note.payload === undefined) return;
      const payload: Payload = JSON.parse(note.payload);
      heard(payload);
    });
    fresh.on('error', (error) => log.warn({ err: error }, 'the line to sibling processes broke'));
    fresh.on('end', () => {
      client = undefined;
      if (!closed) setTimeout(() => void open().catch(() => undefined), 1000).unref();
    });
    await fresh.connect();
    await fresh.query(`listen ${channel}`);
    client = fresh;
  }

  async function drain(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      for (let line = client; line !== undefined && waiting.length > 0; line = client) {
        const payloads = waiting;
        waiting = [];
        const texts = payloads.map((payload) => JSON.stringify(payload)).filter((text) => text.length < payloadBytes);
        await line.query('select pg_notify($1, t) from unnest($2::text[]) t', [channel, texts]);
      }
    } catch (error) {
      // A hint is only a hint: whoever missed it pulls within a minute.
      log.warn({ err: error }, 'a hint did not reach sibling processes');
    } finally {
      sending = false;
    }
  }

  await open();
  return {
    send(payload: Payload) {
      waiting.push(payload);
      void drain();
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
