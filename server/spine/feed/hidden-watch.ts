import { oldestHiddenMs } from '../log/hidden-events.ts';
import type { Log } from '../../ground/log.ts';
import type { Db } from '../../database/db.ts';
import { SECOND } from '#domain/ground/units.ts';

/** A warning is logged when committed events stay hidden from pulls for longer than this. */
export const hiddenAlarmMs = 2 * SECOND;
const hiddenCheckMs = 500;

/**
 * Checks twice a second whether a long-running transaction holds back the feed, and logs when that begins and ends.
 * @returns a function that stops it
 */
export function watchHidden(db: Db, log: Log): () => void {
  let isHeld = false;
  let timer: NodeJS.Timeout | undefined;
  let isKnown = true;
  let stopped = false;

  async function look(): Promise<void> {
    try {
      const ms = await oldestHiddenMs(db);
      const wasHeld = isHeld;
      isHeld = ms > hiddenAlarmMs;
      isKnown = true;
      if (isHeld && !wasHeld) log.warn({ oldestHiddenMs: Math.round(ms) }, 'committed events are held back');
      if (wasHeld && !isHeld) log.info('committed events are shown again');
    } catch (error) {
      if (isKnown && !stopped) log.warn({ err: error }, 'whether events are held back is not known');
      isKnown = false;
    }
    if (!stopped) timer = setTimeout(() => void look(), hiddenCheckMs).unref();
  }

  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
