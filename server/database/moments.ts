import { sql } from 'kysely';

/** Times by the database's clock, so that all processes agree. */

/** The time this many milliseconds ago. */
export function ago(ms: number) {
  return sql`now() - ${ms} * interval '1 millisecond'`;
}

/** The time in this many milliseconds. */
export function fromNow(ms: number) {
  return sql`now() + ${ms} * interval '1 millisecond'`;
}

/** A timestamp column as it goes over the wire: ISO-8601 in UTC. */
export function asWire(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
