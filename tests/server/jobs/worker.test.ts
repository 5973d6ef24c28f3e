import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../server/jobs/worker.ts';
import { openSession } from '../../../server/sessions.ts';
import { silentLog } from '../../../server/store/log.ts';
import { countAttempt } from '../../../server/store/login-attempts.ts';
import { type TestDatabase, freshDatabase } from '../../support/cluster.ts';
import { busOn, newId, somebody, wish } from '../../support/people.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('old answers and ended sessions go in the night, present ones stay', async () => {
  const { db, url } = database;
  const person = await somebody(db, 'engineer');
  const bus = await busOn(db);
  const [old, fresh] = [1, 2].map(() => wish('room.open', { roomId: newId(), type: 1 }));
  if (old === undefined || fresh === undefined) throw new Error('no wishes');
  await bus.executeBatch(person.id, [old, fresh]);
  await sql`update idempotency set created_at = now() - interval '401 days' where key = ${old.cmdId}`.execute(db);
  const device = { deviceId: null, userAgent: null, remember: true };
  await openSession(db, person.id, device);
  await sql`update sessions set expires_at = now() - interval '31 days'`.execute(db);
  await openSession(db, person.id, device);

  const jobs = await startJobs({ url, db, log: silentLog, filesDir: tmpdir() });
  await sql`select graphile_worker.add_job('forget_old_answers'), graphile_worker.add_job('delete_ended_sessions')`.execute(
    db,
  );
  const left = async () =>
    (
      await sql<object>`select (select count(*)::int from idempotency) as answers, (select count(*)::int from sessions) as sessions`.execute(
        db,
      )
    ).rows[0];
  await expect.poll(left, { timeout: 10_000 }).toEqual({ answers: 1, sessions: 1 });
  await jobs.stop();
});

test('what nobody counts any more of wrong passwords goes within the hour', async () => {
  const { db, url } = database;
  await countAttempt(db, 'old@test.vfp', '10.0.0.1');
  await sql`update login_attempts set at = now() - interval '61 minutes'`.execute(db);
  await countAttempt(db, 'fresh@test.vfp', '10.0.0.1');
  const jobs = await startJobs({ url, db, log: silentLog, filesDir: tmpdir() });
  await sql`select graphile_worker.add_job('delete_old_attempts')`.execute(db);
  const left = async () => (await sql<{ n: number }>`select count(*) as n from login_attempts`.execute(db)).rows[0]?.n;
  await expect.poll(left, { timeout: 10_000 }).toBe(1);
  await jobs.stop();
});
