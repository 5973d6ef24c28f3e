import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { inOneTrip } from '../../../server/database/database.ts';
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

test('of several statements in one trip, the first error counts, and none is left to nobody', async () => {
  const { db } = database;
  const unhandled: unknown[] = [];
  const record = (error: unknown) => void unhandled.push(error);
  process.prependListener('unhandledRejection', record);
  const broken = Object.assign(sql`select 1`, {
    compile: () => {
      throw new Error('no statement');
    },
  });
  const failing = sql`select 1 / 0`;
  const runs = [
    [failing, sql`select nothing`],
    [failing, broken],
  ].map((statements) => db.transaction().execute((tx) => inOneTrip(tx, statements)));
  const results = await Promise.allSettled(runs);
  expect(results).toMatchObject([{ reason: { code: '22012' } }, { reason: { message: 'no statement' } }]);
  await sql`select 1`.execute(db);
  process.off('unhandledRejection', record);
  expect(unhandled).toEqual([]);
});
