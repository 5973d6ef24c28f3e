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

/** A column with a moment, as it crosses the wire: ISO-8601 in UTC. */
export function asWire(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
