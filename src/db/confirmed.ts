import { hasPassed, isSamePosition, type Cursor, type WireEvent } from '#domain/spine/wire/sync.ts';
import { foldEvents, rowsBefore } from './fold-events.ts';
import { readMeta, readWantedStreams } from './meta.ts';
import { outboxTables, type PendingCommands, pendingIn } from './pending.ts';
import { removeEntries } from './progress.ts';
import { type AcceptedRow, rowTables, type UserDb } from './schema.ts';

/**
 * Applies pages of events to the confirmed rows, in one transaction with the cursor and with the commands that the
 * cursor passes: a crash leaves either the whole page applied or nothing of it. Snapshots and history pages, in
 * snapshot.ts, are the only other source of confirmed rows.
 */

/** One page of events. */
export interface EventPage {
  events: readonly WireEvent[];
  /** The cursor the page was pulled from. If another tab has moved the cursor, the page is not applied. */
  from: Cursor;
  next: Cursor;
  /** Whether the log ends here, so that the page completes a pull. */
  isLast?: boolean;
  /** End of a complete pull, to be stored; undefined to leave what is stored. */
  complete?: PullEnd | undefined;
}

/** The end of a complete pull, in ms since 1970. */
export interface PullEnd {
  /** By the device's clock. */
  at: number;
  /** By the server's clock; undefined before its first reply. */
  heardAt: number | undefined;
}

/**
 * Outcome of a page: `wanting`, when it was applied and mentions streams to fetch as snapshots; `elsewhere`, when the
 * cursor is not where the page begins.
 */
export type PageOutcome = 'applied' | 'wanting' | 'elsewhere';

/** Applies one page for the user `me`. */
export function applyPage(db: UserDb, me: string, page: EventPage): Promise<PageOutcome> {
  const takesAway = page.events.some(({ type }) => removing.has(type));
  const tables = takesAway ? [...confirmedTables(db), db.attention, db.blobs] : confirmedTables(db);
  return db.transaction('rw!', tables, async () => {
    // All requests are made at once, so that the page waits for one round trip.
    const [cursor, sent, before] = await Promise.all([
      readMeta(db, 'cursor'),
      sentCommands(db, page),
      rowsBefore(db, page.events),
    ]);
    if (cursor === undefined || !isSamePosition(cursor, page.from)) return 'elsewhere';
    const fold = () => foldEvents(db, me, page, before);
    const rest = () => [settleSent(db, sent, page.next), storeEnd(db, page)];
    let isWanting: boolean;
    if (takesAway) {
      // Events that remove something may change the outbox too.
      isWanting = await fold();
      await Promise.all(rest());
    } else [isWanting] = await Promise.all([fold(), ...rest()]);
    return isWanting ? 'wanting' : 'applied';
  });
}

/** Commands of this device that a page may settle. */
interface SentCommands {
  /** Receipts of accepted commands. */
  acks: readonly AcceptedRow[];
  /** The outbox, if it was read, and its commands that the page certainly settles. */
  pending?: PendingCommands;
  passed?: readonly number[];
}

/**
 * Reads what a page may settle. Commands of this device whose events are in it are settled, whether or not the reply to
 * them has arrived. Only at the end of the log has a page certainly passed their whole transactions.
 */
async function sentCommands(db: UserDb, { events, isLast }: EventPage): Promise<SentCommands> {
  if (isLast !== true || events.length === 0) return { acks: await db.acks.toArray() };
  const pending = await pendingIn(db);
  const made = new Set(events.map(({ cmdId }) => cmdId));
  const passed = pending.entries.filter(({ cmdId }) => made.has(cmdId)).map(({ n }) => n);
  return { acks: pending.acks, pending, passed };
}

/** Moves the cursor, and stores what is to be stored about the end of the pull. */
async function storeEnd(db: UserDb, { next, complete }: EventPage): Promise<void> {
  const heardAt = complete?.heardAt;
  await db.meta.bulkPut([
    { key: 'cursor', value: next },
    ...(complete === undefined ? [] : [{ key: 'lastSyncedAt', value: complete.at }]),
    ...(heardAt === undefined ? [] : [{ key: 'heardAt', value: heardAt }]),
  ]);
}

/** Returns the tables that every page may write. */
export function confirmedTables(db: UserDb) {
  return [...rowTables(db), db.meta, ...outboxTables(db), db.drafts, db.synclog];
}

/** Types of events that remove something, which are rare: only their pages need the tables `attention` and `blobs`. */
const removing: ReadonlySet<string> = new Set(['member.removed', 'message.redacted', 'report.withdrawn']);

/**
 * Removes from the outbox the commands whose position the cursor has passed. Commands whose position is of another
 * epoch become pending again: no cursor will pass that position, and their ids make a second push safe. Call inside a
 * transaction over `outboxTables`.
 */
export async function settle(db: UserDb, cursor: Cursor): Promise<void> {
  await settleSent(db, { acks: await db.acks.toArray() }, cursor);
}

async function settleSent(db: UserDb, { acks, pending, passed = [] }: SentCommands, cursor: Cursor): Promise<void> {
  const accepted = acks.filter(({ pos }) => hasPassed(cursor, pos));
  const done = acks.filter((ack) => accepted.includes(ack) || ack.pos.epoch !== cursor.epoch);
  const gone = [...accepted.flatMap(({ ns }) => ns), ...passed];
  if (gone.length > 0) await removeEntries(db, pending ?? (await pendingIn(db)), gone);
  if (done.length > 0) await db.acks.bulkDelete(done.map(({ a }) => a));
}

/** Returns the streams to fetch as snapshots, in a transaction of its own. */
export function wantedStreams(db: UserDb): Promise<Map<string, Cursor>> {
  return db.transaction('r!', db.meta, async () => readWantedStreams(db));
}
