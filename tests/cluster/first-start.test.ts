import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type TestDatabase, freshDatabase } from '../support/database/cluster.ts';
import { type ServerProcess, serverProcess } from '../support/servers/server-process.ts';

test('processes that start at once on an empty database make one demo together', async () => {
  const [together, alone] = [await started(3), await started(1)];
  expect(await contents(together.database)).toEqual(await contents(alone.database));
  for (const each of together.servers) expect(each.output()).not.toContain('"level"');
});

/** Starts this many processes at the same moment with a new database; they run until the test ends. */
async function started(count: number): Promise<{ servers: ServerProcess[]; database: TestDatabase }> {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-first-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn' };
  const servers = await Promise.all(Array.from({ length: count }, () => serverProcess(settings)));
  onTestFinished(async () => {
    for (const each of servers) await each.stop();
  });
  await Promise.all(servers.map((each) => each.start()));
  return { servers, database };
}

/** Returns the row counts of the demo data. */
async function contents({ db }: TestDatabase): Promise<object | undefined> {
  const { rows } = await sql<object>`
    select (select count(*) from users) as people, (select count(*) from messages) as messages,
           (select count(*) from orders) as orders, (select count(*) from events) as events,
           (select count(*) from rooms) as rooms, (select count(*) from idempotency) as commands`.execute(db);
  return rows[0];
}
