import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../support/database/cluster.ts';
import { until } from '../../../support/until.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await sql`insert into knowledge (id, large, medium, small, question, answer)
    values ('a', '', '', '', 'a?', 'a'), ('b', '', '', '', 'b?', 'b')`.execute(database.db);
});
afterAll(() => database.close());

test('two writers of the same entries in opposite order both succeed, and the later one has the higher numbers', async () => {
  const { db } = database;
  const write = (on: typeof db, id: string, answer: string) =>
    sql`update knowledge set answer = ${answer} where id = ${id}`.execute(on);
  let second: Promise<void> | undefined;
  const afterFirst = await db.transaction().execute(async (first) => {
    await write(first, 'a', 'first');
    second = db.transaction().execute(async (tx) => {
      await write(tx, 'b', 'second');
      await write(tx, 'a', 'second');
    });
    // It is awaited below; a failure before that must not count as unhandled.
    second.catch(() => undefined);
    await until('the second writer waits for the lock', async () => (await waiting()) === 1);
    await write(first, 'b', 'first');
    return highest(first);
  });
  await second;
  const { rows } = await sql<{ answer: string; revision: string }>`select answer, revision from knowledge`.execute(db);
  expect(rows.map(({ answer }) => answer)).toEqual(['second', 'second']);
  for (const { revision } of rows) expect(Number(revision)).toBeGreaterThan(afterFirst);

  async function waiting(): Promise<number> {
    const found = await sql<{ n: number }>`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return found.rows[0]?.n ?? 0;
  }
  async function highest(on: typeof db): Promise<number> {
    const found = await sql<{ n: string }>`select max(revision) as n from knowledge`.execute(on);
    return Number(found.rows[0]?.n);
  }
});
