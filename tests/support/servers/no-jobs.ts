import { sql } from 'kysely';
import type { Db } from '../../../server/database/db.ts';
import { until } from '../until.ts';

/** Keeps the jobs of a server's queue, which may come at any minute, from running; waits for those that are running. */
export async function queueNoJobs(db: Db): Promise<void> {
  await sql
    .raw(`
    create function queue_nothing() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger queue_nothing before insert on graphile_worker._private_jobs
      for each row execute function queue_nothing();
    delete from graphile_worker._private_jobs where locked_at is null`)
    .execute(db);
  await until('no job is running', async () => {
    const { rows } = await sql`select 1 from graphile_worker._private_jobs limit 1`.execute(db);
    return rows.length === 0;
  });
}
