import { refuse } from '../../db/refused.ts';
import { isBlobHash } from '../../db/files/blobs.ts';
import { blockedBy } from '../../db/outbox-state.ts';
import { outboxTables, pendingIn } from '../../db/pending.ts';
import { markSent } from '../../db/progress.ts';
import type { UserDb } from '../../db/schema.ts';
import { chooseFrames, type Frame } from './frames.ts';
import { confirmationRow, tooOldAmong } from './too-old.ts';
import type { World } from '../world.ts';

/** Lanes and sizes within which frames may be sent. */
export interface Slots {
  /** Lanes that may not send now, because one of their frames is under way or they are paused. */
  busy: ReadonlySet<string>;
  /** Number of frames that may be sent. */
  free: number;
  /** Largest size of a frame in bytes. */
  bytes: number;
}

/** Returns the tables of `chooseIn`. */
export function choiceTables(db: UserDb) {
  return [db.meta, ...outboxTables(db), db.attention, db.blobs];
}

/**
 * Chooses the frames that may be sent now, and marks their commands as sent. Commands that are too old are refused, so
 * that their user is asked. Call inside a transaction over `choiceTables`, and send nothing before it has committed.
 * @param slots returns where frames may be sent now; undefined if nowhere
 * @param take called with the frames in the same turn as `slots`, so that no other choice takes their lanes
 */
export async function chooseIn(
  db: UserDb,
  world: World,
  slots: () => Slots | undefined,
  take: (frames: Frame[]) => void,
): Promise<void> {
  const pending = await pendingIn(db);
  const waiting = pending.unaccepted();
  if (waiting.length === 0) return;
  const { tooOld, unsure } = tooOldAmong(waiting, world);
  if (tooOld.length > 0)
    await refuse(
      db,
      pending,
      tooOld.map((entry) => confirmationRow(entry, world.date())),
    );
  const refused = await db.attention.toArray();
  const entries = tooOld.length === 0 ? waiting : waiting.filter((entry) => !tooOld.includes(entry));
  const hashes = [...new Set(entries.flatMap((entry) => entry.deps.filter(isBlobHash)))];
  const missing = hashes.length === 0 ? new Set<string>() : await missingBytes(db, hashes);
  const now = slots();
  if (now === undefined) return;
  const busy = new Set([...now.busy, ...unsure.map(({ lane }) => lane)]);
  const frames = chooseFrames({ entries, blocked: blockedBy(entries, refused), missing, busy }, now.free, now.bytes);
  take(frames);
  const unsent = frames.flatMap((frame) => frame.entries.map(({ n }) => n)).filter((n) => !pending.isSent(n));
  if (unsent.length > 0) await markSent(db, pending, unsent);
}

async function missingBytes(db: UserDb, hashes: string[]): Promise<Set<string>> {
  const rows = await db.blobs.bulkGet(hashes);
  return new Set(hashes.filter((_, i) => rows[i]?.uploaded !== true));
}
