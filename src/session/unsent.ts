import { isBlobHash } from '../db/files/blobs.ts';
import { readMeta } from '../db/meta.ts';
import { storeParkedCount } from '../db/parked-count.ts';
import { outboxTables, readPending } from '../db/pending.ts';
import type { UserDb } from '../db/schema.ts';
import type { SharedView } from '../db/shared-view.ts';
import type { WaitingCounts } from '../db/view-types.ts';
import { availableFiles, waitingCount } from '../db/unsent-commands.ts';
import { watchTables } from '../db/watch-tables.ts';

/** Reads what a session knows about commands that are not sent. */

/** Whether the database is new: it has no commands and no cursor. */
export async function isNew(db: UserDb): Promise<boolean> {
  const { waiting, needYou } = await waitingCount(db);
  const cursor = await db.transaction('r!', db.meta, () => readMeta(db, 'cursor'));
  return waiting + needYou === 0 && cursor === undefined;
}

/** Whether files of unsent commands are being uploaded; false without a network. */
export async function isUploading(db: UserDb): Promise<boolean> {
  if (!navigator.onLine) return false;
  const hashes = (await readPending(db)).unaccepted().flatMap(({ deps }) => deps.filter(isBlobHash));
  if (hashes.length === 0) return false;
  const { there } = await availableFiles(db, hashes);
  return hashes.some((hash) => !there.has(hash));
}

/** Time in ms between a change of the outbox and the stored number of unsent commands: most are sent by then. */
const countedAfterMs = 1000;

/** Stores the number of unsent commands for the sign-in page, also for a session lost to a browser crash. */
export function storeUnsentCount(db: UserDb, userId: string, signal: AbortSignal): void {
  let isDue = false;
  async function count(): Promise<void> {
    isDue = false;
    if (signal.aborted) return;
    const { waiting, needYou } = await waitingCount(db);
    if (!signal.aborted) storeParkedCount(userId, waiting + needYou);
  }
  // Fails when the page is left before the count ends.
  const countNow = () => void count().catch(() => undefined);
  watchTables(
    [...outboxTables(db), db.attention],
    () => {
      if (!isDue) setTimeout(countNow, countedAfterMs);
      isDue = true;
    },
    signal,
  );
  countNow();
}

/**
 * Runs the work once, as soon as there is an unsent command, also from an earlier visit. Read receipts do not count:
 * they are sent automatically, and are no reason to ask the browser for protected storage.
 */
export function onceSomethingWaits(
  counts: SharedView<WaitingCounts>,
  signal: AbortSignal,
  work: () => Promise<void>,
): void {
  const done = new AbortController();
  const watching = counts.subscribe(({ waiting, needYou }) => {
    if (waiting + needYou === 0 || done.signal.aborted) return;
    done.abort();
    void work();
  });
  // `subscribe` calls back at once where a count is known, which may be before `watching` is there.
  AbortSignal.any([signal, done.signal]).addEventListener('abort', () => watching.unsubscribe());
  if (done.signal.aborted) watching.unsubscribe();
}
