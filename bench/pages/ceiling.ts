import { Dexie, type Table } from 'dexie';
import { type Arrival, Arrivals, type BenchMessage, message, messages } from '../workload.ts';

/**
 * The ceiling: what Dexie and a bare socket can do without a product around them. One bulkAdd into `&id,[room+t]`, one
 * frame on one socket, one bulkAdd at the reader. No identity, ordering, retries or permissions.
 */
class CeilingDb extends Dexie {
  declare rows: Table<BenchMessage, string>;
  declare strictRows: Table<BenchMessage, string>;

  constructor(name: string, durability: 'relaxed' | 'strict') {
    super(name, { chromeTransactionDurability: durability });
    this.version(1).stores({ rows: '&id,[room+t]' });
  }
}

const strict = new CeilingDb('ceiling', 'strict');
let socket: WebSocket;
let received = 0;
let onReceived: () => void = () => {};

const page = {
  async connect(role: 'writer' | 'reader'): Promise<void> {
    await strict.open();
    socket = new WebSocket(`ws://${location.host}/bare?${role}`);
    socket.addEventListener('message', (event: MessageEvent<string>) => void receive(JSON.parse(event.data)));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  },
  /** Queues `count` messages in one bulkAdd. @returns ms */
  async queue(count: number): Promise<number> {
    const rows = messages(count);
    const start = performance.now();
    await strict.transaction('rw', strict.rows, () => strict.rows.bulkAdd(rows));
    return performance.now() - start;
  },
  /** Reads the queue and sends it as one frame. */
  async drain(): Promise<void> {
    socket.send(JSON.stringify(await strict.rows.toArray()));
  },
  async received(count: number): Promise<void> {
    while (received < count) await new Promise<void>((resolve) => (onReceived = resolve));
  },
  /** Adds the messages one by one, each in its own transaction, as a naive Dexie write does. @returns ms each */
  async appendEach(count: number, durability: 'relaxed' | 'strict'): Promise<number[]> {
    const db = new CeilingDb(`each-${durability}`, durability);
    const times: number[] = [];
    for (let t = 0; t < count; t++) {
      const row = message(t);
      const start = performance.now();
      await db.rows.add(row);
      times.push(performance.now() - start);
    }
    return times;
  },
  async fill(count: number): Promise<void> {
    for (let from = 0; from < count; from += 10_000)
      await strict.rows.bulkAdd(messages(Math.min(10_000, count - from), from));
  },
  /** Reads the newest 50 messages of a room by the index, from a newly opened database. @returns ms */
  async newest(room: string): Promise<number> {
    const start = performance.now();
    const db = new CeilingDb('ceiling', 'strict');
    const rows = await db.rows
      .where('[room+t]')
      .between([room, Dexie.minKey], [room, Dexie.maxKey])
      .reverse()
      .limit(50)
      .toArray();
    if (rows.length !== 50) throw new Error(`${rows.length} rows`);
    return performance.now() - start;
  },
  /** Stores a message here and sends it to the reader, which stores it too. @returns the call's time, ms since 1970 */
  async sendLive(t: number): Promise<number> {
    const row = message(t);
    const start = performance.timeOrigin + performance.now();
    await strict.rows.add(row);
    socket.send(JSON.stringify([row]));
    return start;
  },
  /** The time when message `t` was stored or shown here, ms since 1970. */
  arrived: (how: Arrival, t: number) => arrivals.of(how, t),
  /** Time from the beginning of the navigation until a room's messages were read; see the end of this file. */
  cold: () => cold,
};

const arrivals = new Arrivals();

async function receive(rows: BenchMessage[]): Promise<void> {
  await strict.transaction('rw', strict.rows, () => strict.rows.bulkAdd(rows));
  received += rows.length;
  const [row] = rows;
  if (row !== undefined && rows.length === 1) {
    arrivals.note('stored', row.t);
    const line = document.createElement('p');
    line.textContent = row.body;
    document.body.append(line);
    arrivals.note('shown', row.t);
  }
  onReceived();
}

/** A page opened with the name of a room reads its messages at once. */
const cold =
  location.hash === ''
    ? Promise.resolve(Number.NaN)
    : page.newest(location.hash.slice(1)).then(() => performance.now());

export type CeilingPage = typeof page;
Object.assign(globalThis, { bench: page });
