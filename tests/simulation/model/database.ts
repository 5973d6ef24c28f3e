import type { Event, EventData, EventType } from '#domain/spine/events.ts';
import type { Cursor, PushResult } from '#domain/spine/wire/sync.ts';
import { copyOf, emptyRows, foldInto, idOf, over, write, type Kept, type Rows, type StoredRows } from './rows.ts';

export interface Logged extends Event {
  xid: number;
  seq: number;
}

/** A transaction, concurrent with others: its writes are invisible before its commit. */
export interface Transaction {
  xid: number | undefined;
  locks: string[];
  rows: Rows;
  own: StoredRows;
  events: Logged[];
  /** The rows of the streams after each event. */
  became: { stream: string; sseq: number; row: unknown }[];
  fresh: { row: Kept; events: Logged[] }[];
  results: PushResult[];
  isOpen: boolean;
}

interface Backup {
  rows: StoredRows;
  log: Logged[];
  became: Map<string, Map<number, unknown>>;
  effects: Map<string, number>;
  nextXid: number;
}

/**
 * A model of the PostgreSQL features that the sync layer depends on: transaction ids assigned with the first write,
 * sequence numbers assigned later and never returned, advisory locks until the end, no visibility before the commit,
 * and snapshots that know the oldest open transaction.
 */
export class ModelDatabase {
  epoch = 'e1';
  /** Number of the epoch; each restore increments it. */
  generation = 1;
  rows = emptyRows();
  /** Committed events by (xid, seq). */
  log: Logged[] = [];
  /** Each room and order after each of its events. */
  became = new Map<string, Map<number, unknown>>();
  /** How often each command's receipt was committed as a new one. */
  effects = new Map<string, number>();
  readonly #open = new Set<Transaction>();
  readonly #locked = new Map<string, Transaction>();
  #nextXid = 100;
  #nextSeq = 1;

  begin(): Transaction {
    const { rows, own } = over(this.rows);
    const tx = { xid: undefined, locks: [], rows, own, events: [], became: [], fresh: [], results: [], isOpen: true };
    this.#open.add(tx);
    return tx;
  }

  /** Takes all these locks or none. An advisory lock assigns no transaction id. */
  lock(tx: Transaction, streams: readonly string[]): boolean {
    if (streams.some((stream) => (this.#locked.get(stream) ?? tx) !== tx)) return false;
    for (const stream of streams) this.#locked.set(stream, tx);
    tx.locks.push(...streams);
    return true;
  }

  takeXid(tx: Transaction): void {
    tx.xid ??= this.#nextXid++;
  }

  /** Appends an event at the next position of its stream; its number in the log is assigned later. */
  append<T extends EventType>(
    tx: Transaction,
    stream: string,
    type: T,
    data: EventData[T],
    cmdId: string | null,
  ): void {
    const sseq = (tx.rows.places.get(stream) ?? 0) + 1;
    tx.rows.places.set(stream, sseq);
    const event: Logged = { xid: tx.xid as number, seq: 0, stream, sseq, type, v: 1, data, cmdId };
    tx.events.push(event);
    foldInto(tx.rows, event);
    const id = idOf(stream);
    const row = stream.startsWith('order:') ? tx.rows.orders.get(id) : tx.rows.rooms.get(id);
    tx.became.push({ stream, sseq, row });
  }

  /** Numbers the transaction's events. A sequence advances even if the transaction is rolled back. */
  number(tx: Transaction): void {
    for (const event of tx.events) event.seq = this.#nextSeq++;
  }

  commit(tx: Transaction): void {
    write(tx.own, this.rows);
    this.log.push(...tx.events);
    this.log.sort((a, b) => a.xid - b.xid || a.seq - b.seq);
    for (const { stream, sseq, row } of tx.became) {
      const steps = this.became.get(stream) ?? new Map<number, unknown>();
      this.became.set(stream, steps.set(sseq, row));
    }
    for (const { row } of tx.fresh) {
      const { cmdId, s } = row.result;
      if (s === 'ok') this.effects.set(cmdId, (this.effects.get(cmdId) ?? 0) + 1);
    }
    this.end(tx);
  }

  /** Ends a transaction. Without a preceding commit, only used-up numbers remain of it. */
  end(tx: Transaction): void {
    tx.isOpen = false;
    this.#open.delete(tx);
    for (const stream of tx.locks) this.#locked.delete(stream);
  }

  /** Ends the process and all its transactions. */
  endAll(): void {
    for (const tx of this.#open) this.end(tx);
  }

  /** Returns what a statement starting now can see. */
  snapshot(): { xmin: number } {
    const open = [...this.#open].flatMap(({ xid }) => xid ?? []);
    return { xmin: Math.min(this.#nextXid, ...open) };
  }

  /** Yields the committed events after a position, in order. */
  *after({ xid, seq }: Cursor): Generator<Logged> {
    const from = Number(xid);
    let [low, high] = [0, this.log.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.log[middle] as Logged;
      if (at.xid < from || (at.xid === from && at.seq <= seq)) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < this.log.length; i++) yield this.log[i] as Logged;
  }

  place(xid: number, seq: number): Cursor {
    return { epoch: this.epoch, xid: String(xid), seq };
  }

  backup(): Backup {
    return {
      rows: copyOf(this.rows),
      log: [...this.log],
      became: new Map([...this.became].map(([stream, steps]) => [stream, new Map(steps)])),
      effects: new Map(this.effects),
      nextXid: this.#nextXid,
    };
  }

  /** Restores a backup: everything later is gone, transaction ids are reused, and the epoch changes. */
  restore(backup: Backup): void {
    this.endAll();
    this.rows = backup.rows;
    this.log = backup.log;
    this.became = backup.became;
    this.effects = backup.effects;
    this.#nextXid = backup.nextXid;
    this.generation++;
    this.epoch = `e${this.generation}`;
  }
}
