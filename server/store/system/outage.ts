/**
 * What an error that has nothing to do with a statement means for whoever asked. Everything here is answered 503, and a
 * device sends it again (`retryStatuses`).
 *
 *   full     nothing more can be stored
 *   locked   somebody else holds what is needed
 *   away     the connection or the server went away, is going, is coming, or takes nobody in
 *   busy     this statement clashed or took too long; the next one may do well
 */
export type Trouble = 'full' | 'locked' | 'away' | 'busy';

/** By what PostgreSQL and the system call it, the first that fits. */
const byCode: readonly [RegExp, Trouble][] = [
  [/^(53100|ENOSPC|EDQUOT)$/, 'full'],
  [/^(55P03|HELD_UP)$/, 'locked'],
  [/^(08...|57P0[1235]|53...|25P03|ECONN.*|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/, 'away'],
  [/^(40001|40P01|57014)$/, 'busy'],
];

/** What the driver says in words alone. */
const byText =
  /connection terminated|timeout exceeded when trying to connect|is not queryable|cannot use a pool after calling end/i;

/** Why nobody is to blame for this error; undefined for every other error. */
export function troubleOf(error: unknown): Trouble | undefined {
  const code = codeOf(error);
  const named = byCode.find(([codes]) => codes.test(code))?.[1];
  if (named !== undefined) return named;
  return error instanceof Error && byText.test(error.message) ? 'away' : undefined;
}

/** Whether nothing can be said about what was asked: the same holds for whatever is asked next. */
export function isOutage(error: unknown): boolean {
  const trouble = troubleOf(error);
  return trouble !== undefined && trouble !== 'busy';
}

/** Thrown for a wait for a connection that is cut short. */
export class NoConnection extends Error {
  readonly code = 'HELD_UP';

  constructor() {
    super('No connection became free: the others wait for a lock.');
    this.name = 'NoConnection';
  }
}

/** The code of an error of PostgreSQL or of the system; empty where there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
