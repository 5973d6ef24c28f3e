import { Dexie, type Table } from 'dexie';
import { type BenchMessage, messages } from '../workload.ts';

/** The naive outbox: one row and one POST per message, one after the other; the reader stores each as it arrives. */
class NaiveDb extends Dexie {
  declare outbox: Table<BenchMessage, string>;
  declare messages: Table<BenchMessage, string>;

  constructor() {
    super('naive');
    this.version(1).stores({ outbox: '&id,t', messages: '&id,[room+t]' });
  }
}

const db = new NaiveDb();
let received = 0;
let onReceived: () => void = () => {};

const page = {
  async connect(): Promise<void> {
    const socket = new WebSocket(`ws://${location.host}/naive`);
    socket.addEventListener('message', (event: MessageEvent<string>) => void receive(JSON.parse(event.data)));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  },
  async queue(count: number): Promise<void> {
    await db.outbox.bulkAdd(messages(count));
  },
  async drain(): Promise<void> {
    for (const row of await db.outbox.orderBy('t').toArray()) {
      const reply = await fetch('/naive', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(row),
      });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      await db.messages.put(row);
      await db.outbox.delete(row.id);
    }
  },
  async received(count: number): Promise<void> {
    while (received < count) await new Promise<void>((resolve) => (onReceived = resolve));
  },
};

async function receive(row: BenchMessage): Promise<void> {
  await db.messages.put(row);
  received += 1;
  onReceived();
}

export type NaivePage = typeof page;
Object.assign(globalThis, { bench: page });
