import { sql } from 'kysely';

/**
 * What a row `u` of users says as of this moment. The end of a trial and of a paid time is looked at when it is read, not
 * written by a job: rights end to the second, also while no job runs.
 */

/** A trial that is over leaves a plain account. */
export const statusNow = sql<string>`case when u.status = 'FREE_TRIAL' and u.current_period_end <= now()
  then 'ACTIVE' else u.status end`;

export const subStatusNow = sql<
  string | null
>`case when u.current_period_end <= now() and u.sub_status = 'trailing' then 'cancelled'
  when u.current_period_end <= now() and u.sub_status = 'active' then 'past_due' else u.sub_status end`;
