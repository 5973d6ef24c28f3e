import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { renewEpochIfMoved } from './epoch.ts';
import type { Db } from './db.ts';

const folder = join(import.meta.dirname, 'migrations');

/**
 * Migrates the database to the newest version: forward only, in one transaction, under an advisory lock, so that
 * several processes may start at once. Files run in the order of their names; 0015 and 0033 were never used.
 * @returns the names of migrations that this build does not know, because a newer one has made them
 */
export async function migrate(db: Db): Promise<string[]> {
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('vfp migrations', 0))`.execute(tx);
    // A statement that rewrites a large table takes longer than any request may.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
      tx,
    );
    const done = await sql<{ name: string }>`select name from migrations`.execute(tx);
    const applied = new Set(done.rows.map((row) => row.name));
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    for (const name of files.sort()) {
      if (applied.has(name)) continue;
      await sql.raw(readFileSync(join(folder, name), 'utf8')).execute(tx);
      await sql`insert into migrations (name) values (${name})`.execute(tx);
    }
    await renewEpochIfMoved(tx);
    return [...applied].filter((name) => !files.includes(name)).toSorted();
  });
}
