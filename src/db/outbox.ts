import { laneOf, commandTable } from '#domain/spine/commands.ts';
import type { CommandArgs, CommandType } from '#domain/spine/wire/commands.ts';
import type { Quote } from '#domain/order/data/order.ts';
import { storable } from '#domain/ground/text.ts';
import type { CommandContext, DirectSend } from './context.ts';
import { changeRow, type DraftChange } from './draft-row.ts';
import { readMeta } from './meta.ts';
import { cacheRecords, numberEntries, outboxTables, pendingIn, type PendingCommands } from './pending.ts';
import { markRecordsSent, replaceEntries } from './progress.ts';
import type { BlobRow, HandedMessage, SeenOrder, OutboxEntry, OutboxRecord, StoredEntry, UserDb } from './schema.ts';
import { withConnection } from './lost-connection.ts';
import { withFreedSpace } from './free-space.ts';
import { pushCommands } from '#domain/spine/wire/sync.ts';

/**
 * A new command for the outbox. All appends of one turn of the event loop share one transaction with strict durability
 * and, up to 500 of them, one record. An append resolves after that transaction has committed, so its command survives
 * a crash.
 */
export interface NewCommand<T extends CommandType = CommandType> {
  cmdId: string;
  type: T;
  args: CommandArgs<T>;
  deps?: string[];
  seen?: Quote;
  before?: SeenOrder;
  handed?: HandedMessage;
}

/** Commands that a late command sees in the outbox: those that no pull has passed, without itself. */
interface QueueView {
  pending: Pick<PendingCommands, 'entries'>;
  /** Returns the newest entry of a lane, if it was not sent yet. */
  changeable: (lane: OutboxEntry['lane']) => OutboxEntry | undefined;
}

/** Decides inside the transaction what to append, or which pending entry to replace. Returns null to append nothing. */
export type LateCommand = (queue: QueueView) => Promise<NewCommand | { replace: OutboxEntry } | null>;

interface Item {
  command: NewCommand | LateCommand;
  blobs: BlobRow[];
  clearsDraft: DraftChange | undefined;
  ctx: CommandContext;
  done: (cmdId: string | null) => void;
  failed: (error: unknown) => void;
}

const queues = new WeakMap<UserDb, { items: Item[]; running: boolean }>();

/**
 * Appends a command with the bytes of its files. @returns its id, when both are durable
 * @param clearsDraft removes the text from the draft it was written in, in the same transaction
 */
export async function append<T extends CommandType>(
  ctx: CommandContext,
  command: NewCommand<T>,
  blobs: BlobRow[] = [],
  clearsDraft?: DraftChange,
): Promise<string> {
  await enqueue(ctx, command, blobs, clearsDraft);
  return command.cmdId;
}

/**
 * Appends a command that depends on the outbox.
 * @returns the id of the command that was appended or replaced, or null
 */
export function appendLate(ctx: CommandContext, command: LateCommand): Promise<string | null> {
  return enqueue(ctx, command, []);
}

function enqueue(
  ctx: CommandContext,
  command: NewCommand | LateCommand,
  blobs: BlobRow[],
  clearsDraft?: DraftChange,
): Promise<string | null> {
  return new Promise((done, failed) => {
    const queue = queues.get(ctx.db) ?? { items: [], running: false };
    queues.set(ctx.db, queue);
    queue.items.push({ command, blobs, clearsDraft, ctx, done, failed });
    if (queue.running) return;
    queue.running = true;
    // Appends of the same turn join before the microtask runs. Later ones join the next transaction.
    queueMicrotask(() => void flushAll(ctx.db, queue));
  });
}

async function flushAll(db: UserDb, queue: { items: Item[]; running: boolean }): Promise<void> {
  while (queue.items.length > 0) await flush(db, queue.items.splice(0));
  queue.running = false;
}

async function flush(db: UserDb, items: Item[]): Promise<void> {
  const ctx = items[0]?.ctx;
  const direct = items.every(isPlain) ? ctx?.sendsAtOnce?.() : undefined;
  try {
    const { ids, records, isSent } = await withConnection(db, () =>
      withFreedSpace(db, () => commit(db, items, direct)),
    );
    cacheRecords(db, records);
    if (isSent) direct?.send();
    else direct?.release();
    items.forEach((item, i) => item.done(ids[i] ?? null));
    ctx?.appended(isSent);
  } catch (error) {
    direct?.release();
    if (items.length === 1) items[0]?.failed(error);
    // One command that cannot be stored must not fail the others.
    else for (const item of items) await flush(db, [item]);
  }
}

interface CommittedRecords {
  ids: (string | null)[];
  records: OutboxRecord[];
  /** Whether the commands are marked as sent, for a direct send; otherwise the writer looks at them. */
  isSent: boolean;
}

/** Writes entries, replaced entries, files and drafts in one transaction. */
function commit(db: UserDb, items: Item[], direct?: DirectSend): Promise<CommittedRecords> {
  const blobs = items.flatMap((item) => item.blobs);
  const draftChanges = items.flatMap((item) => item.clearsDraft ?? []);
  const tables = [
    ...(items.some(isLate) ? [...outboxTables(db), db.orders, db.rooms] : [db.outbox]),
    ...(direct === undefined ? [] : [db.progress, db.acks, db.attention, db.meta]),
    ...(blobs.length > 0 ? [db.blobs] : []),
    ...(draftChanges.length > 0 ? [db.drafts] : []),
  ];
  return db.transaction('rw!', tables, async () => {
    const isDirect = direct !== undefined && (await maySendAtOnce(db, direct));
    const writes = new Writes(db);
    const ids: (string | null)[] = [];
    for (const { command, ctx } of items) {
      // Plain commands must not await: thousands of turns without a request would end the transaction.
      ids.push(typeof command === 'function' ? await writes.addLate(command, ctx) : writes.add(command, ctx));
    }
    const records = await writes.store();
    if (blobs.length > 0) await keepBlobs(db, blobs);
    for (const each of draftChanges) await changeRow(db, each);
    const isSent = isDirect && direct.fits(records.flatMap(numberEntries));
    if (isSent) await markRecordsSent(db, records);
    return { ids, records, isSent };
  });
}

/** Whether the writer of this tab leads, and nothing waits that an append could overtake or depend on. */
async function maySendAtOnce(db: UserDb, direct: DirectSend): Promise<boolean> {
  const [leader, refused, pending] = await Promise.all([readMeta(db, 'leader'), db.attention.count(), pendingIn(db)]);
  const nothingWaits = refused === 0 && pending.unaccepted().every(({ n }) => direct.isAccepted(n));
  return leader?.epoch === direct.fence && nothingWaits;
}

/** Whether the command is complete, and needs no file and no other command. */
function isPlain({ command, blobs }: Item): boolean {
  return typeof command !== 'function' && blobs.length === 0 && (command.deps ?? []).length === 0;
}

function isLate(item: Item): boolean {
  return typeof item.command === 'function';
}

/** Stores files. Those that exist stay unchanged, because their upload may be in progress. */
async function keepBlobs(db: UserDb, blobs: BlobRow[]): Promise<void> {
  const known = await db.blobs.bulkGet(blobs.map((blob) => blob.sha256));
  await db.blobs.bulkPut(blobs.filter((_, i) => known[i] === undefined));
}

/** First temporary number of entries that are not stored yet: higher than all stored numbers. */
const unstored = 2 ** 50;

/** Collects what one transaction appends to the outbox and replaces in it. */
class Writes {
  #next = unstored;
  readonly #db: UserDb;
  readonly #fresh: OutboxEntry[] = [];
  readonly #replaced = new Map<number, OutboxEntry>();
  #before: PendingCommands | undefined;

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
      // Characters that the server cannot store are replaced here, so that the user sees the result at once.
      args: storable(made.args),
      lane: laneOf(made.type, made.args),
      deps: made.deps ?? [],
      createdAt: Date.now(),
      ...(heardAt === undefined ? {} : { heardAt }),
      appVersion: ctx.appVersion,
      ...(made.seen === undefined ? {} : { seen: made.seen }),
      ...(made.before === undefined ? {} : { before: made.before }),
      ...(made.handed === undefined ? {} : { handed: made.handed }),
    };
    this.#fresh.push(entry);
    return entry.cmdId;
  }

  /** Reads the outbox once, when the first late command asks for it. */
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

  /** Writes everything. @returns the records as stored */
  async store(): Promise<OutboxRecord[]> {
    const changed =
      this.#before === undefined || this.#replaced.size === 0
        ? []
        : await replaceEntries(this.#db, this.#before, [...this.#replaced.values()]);
    const records: { entries: StoredEntry[] }[] = [];
    for (let i = 0; i < this.#fresh.length; i += pushCommands) {
      // Entries get their numbers from the key of their record.
      records.push({ entries: this.#fresh.slice(i, i + pushCommands).map(withoutNumber) });
    }
    if (records.length === 0) return changed;
    const keys = await this.#db.outbox.bulkAdd(records as never, { allKeys: true });
    return [...changed, ...records.map(({ entries }, i) => ({ b: keys[i] as number, entries }))];
  }
}

/** Returns the entry without its number, so that storing it puts it last. */
export function withoutNumber({ n: _n, ...entry }: StoredEntry): StoredEntry {
  return entry;
}
