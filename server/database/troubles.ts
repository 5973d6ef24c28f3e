import type { Log } from '../ground/log.ts';
import { type Trouble, troubleOf } from './outage.ts';
import { MINUTE, SECOND } from '#domain/ground/units.ts';

/** A recurring failure is logged once, then with its count at this interval, and once more when it is over. */
const failureLogEveryMs = 1 * MINUTE;
export const troubleOverMs = 5 * SECOND;

interface Entry {
  count: number;
  lastAt: number;
  loggedAt: number;
}

/**
 * Wraps a log so that one kind of database outage is one line, however many requests, sockets and jobs meet it. The
 * number of further ones is logged once a minute while it lasts and once when it is over. Everything else passes
 * through.
 */
export function logTroublesOnce(log: Log): Log {
  const open = new Map<Trouble, Entry>();
  let timer: NodeJS.Timeout | undefined;

  function logDue(): void {
    const now = performance.now();
    for (const [trouble, entry] of open) {
      const isOver = now - entry.lastAt >= troubleOverMs;
      const isDue = isOver || now - entry.loggedAt >= failureLogEveryMs;
      if (isDue && entry.count > 0) {
        log.warn({ trouble, count: entry.count }, isOver ? `${again}, and no more since` : again);
        Object.assign(entry, { count: 0, loggedAt: now });
      }
      if (isOver) open.delete(trouble);
    }
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** Whether this was logged already; then it is counted. */
  function isLoggedAlready(facts: object | string): boolean {
    const trouble = 'err' in Object(facts) ? troubleOf(Reflect.get(Object(facts), 'err')) : undefined;
    if (trouble === undefined || Reflect.has(Object(facts), 'line')) return false;
    const now = performance.now();
    const entry = open.get(trouble);
    if (entry === undefined) {
      open.set(trouble, { count: 0, lastAt: now, loggedAt: now });
      timer ??= setInterval(logDue, troubleOverMs / 2).unref();
      return false;
    }
    entry.count++;
    entry.lastAt = now;
    return true;
  }

  return {
    info: (facts, text) => log.info(facts, text),
    warn: (facts, text) => isLoggedAlready(facts) || log.warn(facts, text),
    error: (facts, text) => isLoggedAlready(facts) || log.error(facts, text),
  };
}

const again = 'the same trouble was met again so often';
