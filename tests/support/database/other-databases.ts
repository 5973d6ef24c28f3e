import { sql } from 'kysely';
import type { Db } from '../../../server/database/db.ts';
import { until } from '../until.ts';

/**
 * Waits for the transactions that tests beside this one have begun before. They run in other databases of the same
 * PostgreSQL, and hide what was committed after they began from a page of the log, as any older transaction does.
 */
export async function otherDatabasesCommitted(db: Db): Promise<void> {
  let since: Date | undefined;
  await until('the older transactions of other databases have ended', async () => {
    const { rows } = await sql<{ now: Date; are_open: boolean }>`
      select clock_timestamp() as now, exists (
        select from pg_stat_activity
         where datname <> current_database() and backend_xid is not null
           and xact_start < ${since ?? sql`clock_timestamp()`}) as are_open`.execute(db);
    since ??= rows[0]?.now;
    return rows[0]?.are_open === false;
  });
}
