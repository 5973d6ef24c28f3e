import { laneOf, commandTable, type CommandArgs, type CommandType } from '#domain/commands.ts';
import { limits } from '#domain/limits.ts';
import { storable } from '#domain/text.ts';
import type { CommandContext } from './context.ts';
import { changeRow, type DraftChange } from './draft-row.ts';
import { keepRead, outboxTables, pendingIn, type Pending } from './pending.ts';
import { replaceEntries } from './progress.ts';
import type { BlobRow, OutboxEntry, OutboxRecord, StoredEntry, UserDb } from './schema.ts';
import { withRoom } from './make-room.ts';

/**
 * The queue of what this person wants. All appends of one turn share one strict transaction and, 500 at a time, one
 * record; each append resolves only when that transaction has completed, so what a call has returned survives anything.
 */
export interface NewCommand<T extends CommandType = CommandType> {
  cmdId: string;
  type: T;
  args: CommandArgs<T>;
  deps?: string[];
}

/** What a command that looks at the queue before it joins it can see: the commands not yet passed, itself not included. */
interface QueueView {
  pending: Pick<Pending, 'entries'>;
  /** The newest entry of a lane, if it may still be changed. */
  changeable: (lane: OutboxEntry['lane']) => OutboxEntry | undefined;
}

/** Decides inside the transaction what to append, or which waiting entry to replace; null appends nothing. */
export type LateCommand = (queue: QueueView) => Promise<NewCommand | { replace: OutboxEntry } | null>;

interface Item {
  command: NewCommand | LateCommand;
  blobs: BlobRow[];
  leaves: DraftChange | undefined;
  ctx: CommandContext;
  done: (cmdId: string | null) => void;
  failed: (error: unknown) => void;
}

const queues = new WeakMap<UserDb, { items: Item[]; running: boolean }>();

/**
 * Appends a command, with the bytes of its files; resolves with its id when both are durable.
 * @param leaves takes what the command says out of the box it was written in, in the same transaction: it is in one of them
 */
export async function append<T extends CommandType>(
  ctx: CommandContext,
  command: NewCommand<T>,
  blobs: BlobRow[] = [],
  leaves?: DraftChange,
): Promise<string> {
  await enqueue(ctx, command, blobs, leaves);
  return command.cmdId;
}

/** Appends a command that depends on what waits already; resolves with the id it ended up under, or null. */
export function appendLate(ctx: CommandContext, command: LateCommand): Promise<string | null> {
  return enqueue(ctx, command, []);
}

function enqueue(
  ctx: CommandContext,
  command: NewCommand | LateCommand,
  blobs: BlobRow[],
  leaves?: DraftChange,
): Promise<string | null> {
  return new Promise((done, failed) => {
    const queue = queues.get(ctx.db) ?? { items: [], running: false };
    queues.set(ctx.db, queue);
    queue.items.push({ command, blobs, leaves, ctx, done, failed });
    if (queue.running) return;
    queue.running = true;
    // The turn's other appends join before the microtask runs; later ones join the next transaction.
    queueMicrotask(() => void flushAll(ctx.db, queue));
  });
}

async function flushAll(db: UserDb, queue: { items: Item[]; running: boolean }): Promise<void> {
  while (queue.items.length > 0) await flush(db, queue.items.splice(0));
  queue.running = false;
}

async function flush(db: UserDb, items: Item[]): Promise<void> {
  try {
    const { ids, records } = await withRoom(db, () => commit(db, items));
    keepRead(db, records);
    items.forEach((item, i) => item.done(ids[i] ?? null));
    items[0]?.ctx.appended();
  } catch (error) {
    if (items.length === 1) items[0]?.failed(error);
    // One command's fault must not take its neighbors with it.
    else for (const item of items) await flush(db, [item]);
  }
}

/** One transaction: entries, changed entries, bytes, and the boxes that the texts leave. */
function commit(db: UserDb, items: Item[]): Promise<{ ids: (string | null)[]; records: OutboxRecord[] }> {
  const blobs = items.flatMap((item) => item.blobs);
  const leaves = items.flatMap((item) => item.leaves ?? []);
  const tables = [
    ...(items.some(isLate) ? [...outboxTables(db), db.orders, db.rooms] : [db.outbox]),
    ...(blobs.length > 0 ? [db.blobs] : []),
    ...(leaves.length > 0 ? [db.drafts] : []),
  ];
  return db.transaction('rw!', tables, async () => {
    const batch = new Batch(db);
    const ids: (string | null)[] = [];
    for (const { command, ctx } of items) {
      // Plain commands must not await: thousands of turns without a request would lose the transaction.
      ids.push(typeof command === 'function' ? await batch.addLate(command, ctx) : batch.add(command, ctx));
    }
    const records = await batch.write();
    if (blobs.length > 0) await keepBlobs(db, blobs);
    for (const each of leaves) await changeRow(db, each);
    return { ids, records };
  });
}

function isLate(item: Item): boolean {
  return typeof item.command === 'function';
}

/** Bytes already here stay as they are: their upload may be under way. */
async function keepBlobs(db: UserDb, blobs: BlobRow[]): Promise<void> {
  const known = await db.blobs.bulkGet(blobs.map((blob) => blob.sha256));
  await db.blobs.bulkPut(blobs.filter((_, i) => known[i] === undefined));
}

/** Numbers of entries that have none yet: after everything that is stored, in the order of the batch. */
const unstored = 2 ** 50;

class Batch {
  #next = unstored;
  readonly #db: UserDb;
  readonly #fresh: OutboxEntry[] = [];
  readonly #replaced = new Map<number, OutboxEntry>();
  #before: Pending | undefined;

  constructor(db: UserDb) {
    this.#db = db;
  }

  async addLate(command: LateCommand, ctx: CommandContext): Promise<string | null> {
    const made = await command(await this.#view());
    if (made === null) return null;
    if (!('replace' in made)) return this.add(made, ctx);
    this.#replace(made.replace);
    return made.replace.cmdId;
  }

  add(made: NewCommand, ctx: CommandContext): string {
    const heardAt = ctx.serverDate?.();
    const entry: OutboxEntry = {
      n: this.#next++,
      cmdId: made.cmdId,
      type: made.type,
      v: commandTable[made.type].v,
      // What the server cannot store is seen as it will be stored, before it is sent.
      args: storable(made.args),
      lane: laneOf(made.type, made.args),
      deps: made.deps ?? [],
      createdAt: Date.now(),
      ...(heardAt === undefined ? {} : { heardAt }),
      appVersion: ctx.appVersion,
    };
    this.#fresh.push(entry);
    return entry.cmdId;
  }

  /** Only what waits before this transaction is read, and only by commands that ask for it. */
  async #view(): Promise<QueueView> {
    this.#before ??= await pendingIn(this.#db);
    const before = this.#before;
    const entries = [...before.entries.map((entry) => this.#replaced.get(entry.n) ?? entry), ...this.#fresh];
    return {
      pending: { entries },
      changeable(lane) {
        const newest = entries.findLast((entry) => entry.lane === lane);
        return newest === undefined || before.isSent(newest.n) ? undefined : newest;
      },
    };
  }

  #replace(entry: OutboxEntry): void {
    const i = this.#fresh.findIndex((fresh) => fresh.n === entry.n);
    if (i >= 0) this.#fresh[i] = entry;
    else this.#replaced.set(entry.n, entry);
  }

  /** Writes everything; answers the records as they are stored. */
  async write(): Promise<OutboxRecord[]> {
    if (this.#before !== undefined && this.#replaced.size > 0) {
      await replaceEntries(this.#db, this.#before, [...this.#replaced.values()]);
    }
    const records: { entries: StoredEntry[] }[] = [];
    for (let i = 0; i < this.#fresh.length; i += limits.pushCommands) {
      // The record's key gives their numbers.
      records.push({ entries: this.#fresh.slice(i, i + limits.pushCommands).map(withoutNumber) });
    }
    if (records.length === 0) return [];
    const keys = await this.#db.outbox.bulkAdd(records as never, { allKeys: true });
    return records.map(({ entries }, i) => ({ b: keys[i] as number, entries }));
  }
}

function withoutNumber({ n: _n, ...entry }: OutboxEntry): StoredEntry {
  return entry;
}
