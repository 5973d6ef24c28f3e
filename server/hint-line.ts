import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type Delivered, type Hint, type HintedStream, nowhere } from './store/hint.ts';
import { furtherPlace } from '#domain/protocol/sync.ts';
import type { Log } from './store/log.ts';

/** What hints travel on between processes: a connection of its own that listens and notifies, and comes back by itself. */
export interface HintLine {
  send(hint: Hint): void;
  /** Sends what is still waiting, and ends. */
  close(): Promise<void>;
}

const channel = 'vfp_hint';
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const payloadBytes = 7800;
/** Beyond this many the oldest are forgotten while the line is down; when it is back, everybody is told to look. */
const keptPayloads = 1000;
const reopenMs = 1000;

interface Payload extends Omit<Hint, 'events'> {
  from: string;
}

/** @param heard told of what other processes send, and of nothing that this one does */
export async function openHintLine(url: string, log: Log, heard: (hint: Hint) => void): Promise<HintLine> {
  const self = randomUUID();
  let client: Client | undefined;
  let closed = false;
  let sending: Promise<void> | undefined;
  let waiting: string[] = [];
  let last = nowhere;

  async function open(): Promise<void> {
    const fresh = new Client({ connectionString: url });
    fresh.on('notification', (note) => {
      if (note.channel !== channel || note.payload === undefined) return;
      const { from, ...hint }: Payload = JSON.parse(note.payload);
      if (from === self) return;
      if (hint.streams.length > 0) last = furtherPlace(last, hint.pos);
      heard({ ...hint, events: [] });
    });
    fresh.on('error', (error) => log.warn({ err: error }, 'the line to sibling processes broke'));
    fresh.on('end', () => {
      client = undefined;
      if (!closed) setTimeout(() => void reopen().catch(() => undefined), reopenMs).unref();
    });
    await fresh.connect();
    await fresh.query(`listen ${channel}`);
    if (closed) return await fresh.end();
    client = fresh;
    drain();
  }

  /** Meanwhile hints may have been missed in both directions. */
  async function reopen(): Promise<void> {
    await open();
    heard({ pos: last, streams: [], events: [], missed: true });
    enqueue(JSON.stringify({ from: self, pos: last, streams: [], missed: true } satisfies Payload));
  }

  function enqueue(...texts: string[]): void {
    waiting = [...waiting, ...texts].slice(-keptPayloads);
    drain();
  }

  function drain(): void {
    if (client !== undefined && waiting.length > 0) sending ??= sendWaiting(client);
  }

  /** Ends in the same breath in which it finds nothing more, so that what comes next begins it again. */
  async function sendWaiting(line: Client): Promise<void> {
    try {
      while (waiting.length > 0) {
        const texts = waiting;
        waiting = [];
        await line.query('select pg_notify($1, t) from unnest($2::text[]) t', [channel, texts]);
      }
    } catch (error) {
      log.warn({ err: error }, 'a hint did not reach sibling processes');
    } finally {
      sending = undefined;
    }
  }

  await open();
  return {
    send({ pos, streams, delivered = [] }) {
      const told = (part: { streams: HintedStream[]; delivered?: Delivered[] }) =>
        JSON.stringify({ from: self, pos, ...part } satisfies Payload);
      const texts = [
        ...inParts(streams.flatMap(inFewMembers), (part) => told({ streams: part })),
        ...inParts(delivered.flatMap(inFewMembers), (part) => told({ streams: [], delivered: part })),
      ];
      if (streams.length > 0) last = furtherPlace(last, pos);
      enqueue(...texts);
    },
    async close() {
      closed = true;
      await sending;
      await client?.end();
    },
  };
}

/** As few texts as fit: halves what does not fit into one. */
function inParts<T>(items: T[], told: (part: T[]) => string): string[] {
  if (items.length === 0) return [];
  const text = told(items);
  if (Buffer.byteLength(text) < payloadBytes || items.length === 1) return [text];
  const half = Math.ceil(items.length / 2);
  return [...inParts(items.slice(0, half), told), ...inParts(items.slice(half), told)];
}

const membersAtOnce = 150;

/** What very many members are told of is told in turns, each with some of them. */
function inFewMembers<T extends { members: string[] }>(told: T): T[] {
  const turns = Math.max(1, Math.ceil(told.members.length / membersAtOnce));
  return Array.from({ length: turns }, (_, i) => ({
    ...told,
    members: told.members.slice(i * membersAtOnce, (i + 1) * membersAtOnce),
  }));
}
