import type { Log } from '../ground/log.ts';

/**
 * Classifies errors that are not the statement's fault. The server replies 503 to all of them, and the device retries
 * (`retryStatuses`).
 *
 *   full     storage is full
 *   locked   another transaction holds a needed lock
 *   away     the connection or the server is gone, stopping, starting, or refuses connections; or this process may open
 *            no more of them
 *   busy     the statement conflicted or took too long; the next one may succeed
 */
export type Trouble = 'full' | 'locked' | 'away' | 'busy';

/** Patterns of error codes of PostgreSQL and the operating system; the first match counts. */
const byCode: readonly [RegExp, Trouble][] = [
  [/^(53100|ENOSPC|EDQUOT)$/, 'full'],
  [/^(55P03|HELD_UP)$/, 'locked'],
  [
    /^(08...|57P0[1235]|53...|25P03|ECONN.*|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EMFILE|ENFILE)$/,
    'away',
  ],
  [/^(40001|40P01|57014)$/, 'busy'],
];

/** Errors of the driver that have no code. */
const byText =
  /connection terminated|timeout exceeded when trying to connect|is not queryable|cannot use a pool after calling end/i;

/** Returns the kind of outage behind an error; undefined for every other error. */
export function troubleOf(error: unknown): Trouble | undefined {
  const code = codeOf(error);
  const named = byCode.find(([codes]) => codes.test(code))?.[1];
  if (named !== undefined) return named;
  return error instanceof Error && byText.test(error.message) ? 'away' : undefined;
}

/** Returns the code of the refusal that an outage is answered with; undefined for every other error. */
export function outageCodeOf(error: unknown): 'STORAGE_FULL' | 'UNAVAILABLE' | undefined {
  const trouble = troubleOf(error);
  return trouble === undefined ? undefined : trouble === 'full' ? 'STORAGE_FULL' : 'UNAVAILABLE';
}

/** Logs an outage. `troubles.ts` passes on one line for all requests and socket events that it affects. */
export function logOutage(log: Pick<Log, 'error'>, error: unknown): void {
  log.error({ err: error }, 'requests are asked to come back later');
}

/** Whether the error affects every statement, not only this one. */
export function isOutage(error: unknown): boolean {
  const trouble = troubleOf(error);
  return trouble !== undefined && trouble !== 'busy';
}

/** Thrown when waiting for a connection is cut short. */
export class NoConnection extends Error {
  readonly code = 'HELD_UP';

  constructor() {
    super('No connection became free: the others wait for a lock.');
    this.name = 'NoConnection';
  }
}

/** Returns the error code of PostgreSQL or the operating system; '' if there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
