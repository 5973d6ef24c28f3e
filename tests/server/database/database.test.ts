import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../support/database/cluster.ts';

const database = await freshDatabase();
afterAll(() => database.close());

test('a connection that breaks between two statements fails only its own transaction', async () => {
  const { db } = database;
  const uncaught: unknown[] = [];
  const record = (error: unknown) => void uncaught.push(error);
  process.prependListener('uncaughtException', record);
  const work = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toThrow('connection');
  process.off('uncaughtException', record);
  expect(uncaught).toEqual([]);
  expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
});
