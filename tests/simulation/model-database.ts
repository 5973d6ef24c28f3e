import type { Event, EventData, EventType } from '#domain/events.ts';
import type { Cursor, PushResult } from '#domain/protocol/sync.ts';
import { copyOf, emptyRows, foldInto, idOf, over, write, type Kept, type Rows, type StoredRows } from './model-rows.ts';

export interface Logged extends Event {
  xid: number;
  seq: number;
}

/** A transaction that others run beside: what it writes nobody sees before it commits. */
export interface Transaction {
  xid: number | undefined;
  locks: string[];
  rows: Rows;
  own: StoredRows;
  events: Logged[];
  /** Row by row what the streams became. */
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
 * PostgreSQL as far as the sync layer leans on it: transaction ids taken with the first write, sequence numbers taken
 * later and never given back, advisory locks until the end, nothing visible before the commit, and snapshots that know
 * the oldest transaction still open.
 */
export class ModelDatabase {
  epoch = 'e1';
  /** Counts histories: grows with every restore. */
  generation = 1;
  rows = emptyRows();
  /** Committed events by (xid, seq). */
  log: Logged[] = [];
  /** What each room and order was after each of its events. */
  became = new Map<string, Map<number, unknown>>();
  /** How often each command's answer was committed as a new one. */
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

  /** Takes all these locks, or none: an advisory lock assigns no transaction id. */
  lock(tx: Transaction, streams: readonly string[]): boolean {
    if (streams.some((stream) => (this.#locked.get(stream) ?? tx) !== tx)) return false;
    for (const stream of streams) this.#locked.set(stream, tx);
    tx.locks.push(...streams);
    return true;
  }

  takeXid(tx: Transaction): void {
    tx.xid ??= this.#nextXid++;
  }

  /** An event in its stream's next place; its number in the log comes later. */
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

  /** Numbers the transaction's events: a sequence runs on whatever becomes of who asked. */
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

  /** Ends a transaction; without a commit before, it leaves no trace but used-up numbers. */
  end(tx: Transaction): void {
    tx.isOpen = false;
    this.#open.delete(tx);
    for (const stream of tx.locks) this.#locked.delete(stream);
  }

  /** The process is gone, and every transaction with it. */
  endAll(): void {
    for (const tx of this.#open) this.end(tx);
  }

  /** What a statement that starts now can see. */
  snapshot(): { xmin: number } {
    const open = [...this.#open].flatMap(({ xid }) => xid ?? []);
    return { xmin: Math.min(this.#nextXid, ...open) };
  }

  /** Committed events behind a place, in order. */
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

  /** Goes back to a backup: what came after it is gone, transaction ids are used again, and the epoch says so. */
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
