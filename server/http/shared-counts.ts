import { type Allowance, minuteNow } from '../limits/allowance.ts';
import { addToMinute, forgetMinutesBefore } from '../database/minute-counts.ts';
import type { Log } from '../ground/log.ts';
import type { Db } from '../database/db.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Interval at which processes share their counts. Counts below `countSharedFraction` times a limit are not shared. */
const countsSharedEveryMs = 1 * SECOND;

/**
 * Shares counts between processes. Once a second, and at once when counts are high, each process adds its counts to
 * rows in the database and reads the totals. No request waits for that. While the database is down each process counts
 * alone.
 * @param allowances by names that are the same in all processes
 * @returns a function that stops it
 */
export function shareCounts(db: Db, log: Log, allowances: Readonly<Record<string, Allowance>>): () => Promise<void> {
  let sharing: Promise<void> | undefined;
  let isMore = false;
  let isKnown = true;
  let cleared = minuteNow();

  async function share(): Promise<void> {
    const minute = minuteNow();
    const unshared = Object.entries(allowances).flatMap(([name, allowance]) =>
      allowance.toShare(minute).map(({ key, more }) => ({ allowance, own: key, key: `${name} ${key}`, more })),
    );
    if (unshared.length === 0) return;
    unshared.sort((a, b) => (a.key < b.key ? -1 : 1));
    const totals = await addToMinute(db, minute, unshared);
    for (const { allowance, own, key, more } of unshared)
      allowance.noteShared(minute, own, more, totals.get(key) ?? more);
    if (cleared < minute) await forgetMinutesBefore(db, minute - 1);
    cleared = minute;
  }

  async function shareAll(): Promise<void> {
    try {
      do {
        isMore = false;
        await share();
      } while (isMore);
      isKnown = true;
    } catch (error) {
      if (isKnown) log.warn({ err: error }, 'limits are counted by this process alone for the moment');
      isKnown = false;
    } finally {
      sharing = undefined;
    }
  }

  const now = () => {
    isMore = true;
    sharing ??= shareAll();
  };
  for (const allowance of Object.values(allowances)) allowance.onHighCount(now);
  const timer = setInterval(now, countsSharedEveryMs).unref();
  return async () => {
    clearInterval(timer);
    for (const allowance of Object.values(allowances)) allowance.onHighCount(() => undefined);
    await sharing;
  };
}
