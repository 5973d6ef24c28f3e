import { createHash } from 'node:crypto';
import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { pausesMs } from '../../src/db/lost-connection.ts';
import { RealWork } from './real/work.ts';

/** Virtual time: events happen in order, and each only after all storage work of the previous one is done. */
export class Timeline {
  now = 0;
  /** Draws how long the next transaction of a disk waits before it begins, in ms; at 0 it begins at once. */
  diskMs: () => number = () => 0;
  /** Time until which every transaction begins at once. */
  fastUntil = -1;
  /** Work outside virtual time, which stops meanwhile. */
  readonly work = new RealWork();
  readonly #queue: Event[] = [];
  #count = 0;

  constructor() {
    begin(this);
  }

  at(delayMs: number, run: () => void): void {
    this.#queue.push({ at: this.now + Math.max(0, delayMs), i: this.#count++, run });
    rise(this.#queue);
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
      this.at(ms, resolve);
    });
  }

  /** Runs until `isDone` returns true or no event is left before `untilMs`; calls `after` after every step. */
  async run(untilMs: number, isDone: () => Promise<boolean> | boolean): Promise<void> {
    await this.#calm();
    // A check reads the disk: it would wait for a transaction that waits for the time.
    while (held.size > 0 || !(await this.#askOnFastDisk(isDone))) {
      const next = this.#takeNext();
      if (next === undefined) return;
      if (next.at > untilMs) {
        this.#queue.push(next);
        rise(this.#queue);
        return;
      }
      this.now = next.at;
      next.run();
      await this.#calm();
    }
  }

  async #askOnFastDisk(isDone: () => Promise<boolean> | boolean): Promise<boolean> {
    isDiskFast = true;
    try {
      return await isDone();
    } finally {
      isDiskFast = false;
    }
  }

  /** Holds a transaction back before it begins. Others that need the same tables wait behind it. */
  slowDown(made: IDBTransaction, ms: number): void {
    const slow = made as Transaction;
    slow[goOn] = () => {
      slow[hasBegun] = true;
      held.add(slow);
      ended();
      this.at(ms, () => {
        held.delete(slow);
        Reflect.deleteProperty(slow, goOn);
        slow[goOn]();
      });
    };
  }

  async #calm(): Promise<void> {
    do await storageIsCalm();
    while (await this.work.settle());
  }

  #takeNext(): Event | undefined {
    const queue = this.#queue;
    const first = queue[0];
    const last = queue.pop();
    if (first === undefined || last === undefined || first === last) return first;
    queue[0] = last;
    sink(queue);
    return first;
  }
}

interface Event {
  at: number;
  i: number;
  run: () => void;
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.i < b.i);
}

/** Moves the last element of a heap up to its position. */
function rise(heap: Event[]): void {
  for (let at = heap.length - 1; at > 0;) {
    const above = (at - 1) >> 1;
    const [own, other] = [heap[at] as Event, heap[above] as Event];
    if (!isBefore(own, other)) return;
    [heap[at], heap[above]] = [other, own];
    at = above;
  }
}

/** Moves the first element of a heap down to its position. */
function sink(heap: Event[]): void {
  for (let at = 0; ;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    if (left === undefined) return;
    const below = right !== undefined && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1;
    const [own, other] = [heap[at] as Event, heap[below] as Event];
    if (!isBefore(other, own)) return;
    [heap[at], heap[below]] = [other, own];
    at = below;
  }
}

/** The timeline of the present story. */
let running: Timeline | undefined;
/** Whether no transaction is held back now. */
let isDiskFast = false;

/** What a story leaves open is of no interest to the next one. */
function begin(timeline: Timeline): void {
  running = timeline;
  held.clear();
  transactions.clear();
}

/** Transactions that have been made and not ended, and those of them that wait for a slow disk. */
const transactions = new Set<Transaction>();
const held = new Set<Transaction>();
/** What fake-indexeddb knows of a transaction: how it begins or goes on, and whether it has begun. */
const [goOn, hasBegun] = ['_start', '_started'] as const;
type Transaction = IDBTransaction & { [goOn](): void; [hasBegun]: boolean };
/** Number of databases that are being opened: they may wait for transactions, too. */
let opening = 0;
/** Number of files that are being read, and of timers. */
let open = 0;
/** Called when the last operation in progress has ended. */
let ended: () => void = () => undefined;
let lastOfFiles: Promise<void> = Promise.resolve();

/** Counts storage operations in progress, during which virtual time stops. */
function watchStorage(): void {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function watched(...args: Parameters<typeof transaction>) {
    const made = transaction.apply(this, args) as Transaction;
    transactions.add(made);
    const isFast = isDiskFast || (running !== undefined && running.now <= running.fastUntil);
    const ms = isFast ? 0 : (running?.diskMs() ?? 0);
    if (ms > 0) running?.slowDown(made, ms);
    const over = (): void => {
      transactions.delete(made);
      if (!isBusy()) ended();
    };
    made.addEventListener('complete', over);
    made.addEventListener('abort', over);
    return made;
  };
  const { open: openDatabase } = IDBFactory.prototype;
  IDBFactory.prototype.open = function watched(...args: Parameters<typeof openDatabase>) {
    const request = openDatabase.apply(this, args);
    opening++;
    const over = (): void => {
      opening--;
      if (!isBusy()) ended();
    };
    request.addEventListener('success', over);
    request.addEventListener('error', over);
    return request;
  };
}

watchStorage();
watchFiles();
watchTimers();

/** The pauses in which the product waits for a browser that deletes a database, and its next turns, are real: counted too. */
function watchTimers(): void {
  const { setTimeout: start } = globalThis;
  const countedTimer = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    if (ms !== undefined && !pausesMs.includes(ms)) return start(run, ms, ...args);
    open++;
    return start(() => {
      end();
      run(...args);
    }, 0);
  };
  Object.assign(globalThis, { setTimeout: Object.assign(countedTimer, start) });
}

/** Reading and hashing files are counted too. */
function watchFiles(): void {
  Object.defineProperty(crypto.subtle, 'digest', { configurable: true, value: counted(hashHere) });
  Blob.prototype.arrayBuffer = counted(Blob.prototype.arrayBuffer);
}

/**
 * Hashes in this thread: how long another one takes would decide what the storage does meanwhile, and a seed would not
 * tell the same story again.
 */
async function hashHere(_algorithm: string, bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(new Uint8Array(bytes)).digest()).buffer;
}

/** In order, so that the first request is the first to finish. */
function counted<A extends unknown[], T>(work: (...args: A) => Promise<T>) {
  return async function run(this: unknown, ...args: A): Promise<T> {
    open++;
    const before = lastOfFiles;
    const { promise, resolve } = Promise.withResolvers<void>();
    lastOfFiles = promise;
    await before;
    try {
      return await work.apply(this, args);
    } finally {
      end();
      resolve();
    }
  };
}

function end(): void {
  open--;
  if (!isBusy()) ended();
}

/** Whether anything goes on without the time. Behind a transaction that waits for the disk, others wait for the time, too. */
function isBusy(): boolean {
  if (held.size === 0) return open > 0 || opening > 0 || transactions.size > 0;
  return open > 0 || [...transactions].some((each) => each[hasBegun] && !held.has(each));
}

/** Waits until no operation is in progress, and none has begun for three turns. */
async function storageIsCalm(): Promise<void> {
  for (let calm = 0; calm < 3; calm = isBusy() ? 0 : calm + 1) {
    if (isBusy()) await new Promise<void>((resolve) => (ended = resolve));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
