import { sql } from 'kysely';

/** Moments by the database's clock, the same for all processes. */

/** So many milliseconds before now. */
export function ago(ms: number) {
  return sql`now() - ${ms} * interval '1 millisecond'`;
}

/** So many milliseconds from now. */
export function fromNow(ms: number) {
  return sql`now() + ${ms} * interval '1 millisecond'`;
}
