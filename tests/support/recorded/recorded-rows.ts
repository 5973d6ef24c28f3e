import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { queueJob } from '../../../server/jobs/queue-job.ts';
import type { Db } from '../../../server/database/db.ts';
import { freshDatabase, type TestDatabase } from '../database/cluster.ts';

/** All rows of a server's database, in a form that later builds can load. */
export interface RecordedRows {
  /** Names of the migrations that had been applied. */
  migrations: string[];
  tables: Record<string, object[]>;
  /** The last value of each sequence. */
  sequences: Record<string, string>;
  /** All jobs that were ever queued. */
  jobs: { task: string; payload: object; queue: string | null }[];
  /** Names of all jobs, also of those that run on a schedule. */
  tasks: string[];
}

const migrationsFolder = join(import.meta.dirname, '../../../server/database/migrations');

/** Records from now on which jobs are queued. */
export async function recordJobs(db: Db): Promise<void> {
  await sql
    .raw(`
    create schema recorded;
    create table recorded.jobs (task text, payload json, queue text);
    create function recorded.record_job() returns trigger language plpgsql as $$ begin
      insert into recorded.jobs
        select t.identifier, new.payload, (select queue_name from graphile_worker._private_job_queues where id = new.job_queue_id)
        from graphile_worker._private_tasks t where t.id = new.task_id;
      return new;
    end $$;
    create trigger record_job after insert on graphile_worker._private_jobs
      for each row execute function recorded.record_job()`)
    .execute(db);
}

export async function recordRows(db: Db): Promise<RecordedRows> {
  const read = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows;
  const names = await read(sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`);
  const tables: RecordedRows['tables'] = {};
  for (const { name } of names) {
    const rows = await read(sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(name)} t`);
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
  }
  const sequences = await read(sql<{ name: string; last: string | null }>`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'`);
  const migrations = await read(sql<{ name: string }>`select name from migrations order by name`);
  const tasks = await read(sql<{ name: string }>`
    select identifier as name from graphile_worker._private_tasks order by 1`);
  return {
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: Object.fromEntries(sequences.flatMap(({ name, last }) => (last === null ? [] : [[name, last]]))),
    jobs: await read(sql<RecordedRows['jobs'][number]>`select task, payload, queue from recorded.jobs`),
    tasks: tasks.map(({ name }) => name),
  };
}

/** Creates a database as it was when its rows were recorded, without its jobs. A server that starts migrates it. */
export async function databaseOf({ migrations, tables, sequences }: RecordedRows): Promise<TestDatabase> {
  const database = await freshDatabase();
  await database.db.transaction().execute(async (tx) => {
    await sql.raw('drop schema public cascade; create schema public').execute(tx);
    await sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
      tx,
    );
    for (const name of migrations) {
      await sql.raw(readFileSync(join(migrationsFolder, name), 'utf8')).execute(tx);
      await sql`insert into migrations (name) values (${name})`.execute(tx);
    }
    // Rows come in no order, and all their effects are among them.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [name, rows] of Object.entries(tables)) {
      const columns = await columnsOf(tx, name);
      await sql`delete from ${sql.table(name)}`.execute(tx);
      await sql`insert into ${sql.table(name)} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)`.execute(
        tx,
      );
    }
    for (const [name, last] of Object.entries(sequences)) await sql`select setval(${name}, ${last})`.execute(tx);
  });
  return database;
}

async function columnsOf(tx: Db, table: string) {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(tx);
  return sql.join(rows.map(({ name }) => sql.ref(name)));
}

/** Queues the recorded jobs once more. */
export async function queueAll(db: Db, { jobs }: RecordedRows): Promise<void> {
  for (const { task, payload, queue } of jobs) {
    await queueJob(db, task, payload, { tries: 1, ...(queue === null ? {} : { queue }) });
  }
}
