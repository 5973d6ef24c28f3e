import type { Log } from '../../ground/log.ts';
import { unknownEvents } from '../log/unknown-events.ts';
import type { Db } from '../../database/db.ts';
import { SECOND } from '#domain/ground/units.ts';

const unknownEventsCheckMs = 5 * SECOND;

/**
 * Checks for event types that this version does not know, and logs each once: a newer version, or an unauthorized
 * program, writes to this database.
 * @returns a function that stops it
 */
export function watchUnknownEvents(db: Db, log: Log): () => void {
  const logged = new Set<string>();

  async function look(): Promise<void> {
    try {
      for (const { type, count, seq } of await unknownEvents(db)) {
        if (!logged.has(type))
          log.error({ type, count, seq }, 'the log holds events of a type that this version does not know');
        logged.add(type);
      }
    } catch (error) {
      log.warn({ err: error }, 'whether the log holds unknown events is not known');
    }
  }

  void look();
  const timer = setInterval(() => void look(), unknownEventsCheckMs).unref();
  return () => clearInterval(timer);
}
