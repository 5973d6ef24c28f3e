import { sql } from 'kysely';

/**
 * Current values of a row `u` of users. The end of a trial or paid period is evaluated on read, not written by a job,
 * so that rights end to the second even while no job runs.
 */

/** An ended trial leaves a plain account. */
export const statusNow = sql<string>`case when u.status = 'FREE_TRIAL' and u.current_period_end <= now()
  then 'ACTIVE' else u.status end`;

export const subStatusNow = sql<
  string | null
>`case when u.current_period_end <= now() and u.sub_status = 'trailing' then 'cancelled'
  when u.current_period_end <= now() and u.sub_status = 'active' then 'past_due' else u.sub_status end`;
