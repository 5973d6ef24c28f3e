import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../server/ground/config.ts';
import { startJobs } from '../../../server/start/jobs.ts';
import { openPayments } from '../../../server/payment/open-payments.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { countAttempt } from '../../../server/account/store/login-attempts.ts';
import { freshDatabase } from '../../support/database/cluster.ts';
import { until } from '../../support/until.ts';
import { busOn, newId, somebody, wish } from '../../support/users.ts';
import { syncSilenceMs } from '../../../server/assistant/store/sync-runs.ts';

/** The jobs in these tests send no e-mail, make no payment and read no file. */
const mail = async () => ({
  bus: await busOn(database.db),
  mailer: { send: () => Promise.reject(new Error('an e-mail was sent')), close: () => undefined },
  productName: 'VFP',
  publicUrl: 'http://vfp.test',
  payments: openPayments({ config: readConfig({}), db: database.db, log: silentLog }),
  fileTexts: { textsOf: async () => new Map<string, never>() },
  hints: { committed: () => undefined },
  knowledge: { reload: () => Promise.resolve() },
});

const database = await freshDatabase();
afterAll(() => database.close());

test('jobs delete old receipts and ended sessions, and keep newer ones', async () => {
  const { db, url } = database;
  const user = await somebody(db, 'engineer');
  const bus = await busOn(db);
  const [old, recent] = [1, 2].map(() => wish('room.open', { roomId: newId(), type: 1 }));
  if (old === undefined || recent === undefined) throw new Error('no commands');
  await bus.executeCommands(user.id, [old, recent]);
  await sql`update idempotency set created_at = now() - interval '401 days' where key = ${old.cmdId}`.execute(db);
  const device = { deviceId: null, userAgent: null, remember: true };
  await openSession(db, user.id, device);
  await sql`update sessions set expires_at = now() - interval '31 days'`.execute(db);
  await openSession(db, user.id, device);

  const jobs = await startJobs({ url, db, log: silentLog, filesDir: tmpdir(), ...(await mail()) });
  // One after the other: a worker that starts writes the names of all its tasks, in an order of its own.
  await sql`select graphile_worker.add_job('forget_old_answers')`.execute(db);
  await sql`select graphile_worker.add_job('delete_ended_sessions')`.execute(db);
  const left = async () =>
    (
      await sql<object>`select (select count(*)::int from idempotency) as answers, (select count(*)::int from sessions) as sessions`.execute(
        db,
      )
    ).rows[0];
  await expect.poll(left).toEqual({ answers: 1, sessions: 1 });
  await jobs.stop();
});

test('a sync that was measured when its server was killed goes on soon after the next start', async () => {
  const { db, url } = database;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const jobs = await startJobs({ url, db, log: silentLog, filesDir: tmpdir(), ...(await mail()) });
  onTestFinished(() => jobs.stop());
  await sql`insert into sync_runs (id, state, beat_at, attempts)
    values (${newId()}, 'measuring', now() - interval '16 seconds', 1)`.execute(db);
  const [soon] = timers.mock.calls.find(([, ms]) => ms === syncSilenceMs) ?? [];
  soon?.();
  const runs = async () => (await sql`select state, attempts from sync_runs`.execute(db)).rows;
  await expect.poll(runs).toEqual([{ state: 'unchanged', attempts: 2 }]);
});

test('a job deletes expired records of failed sign-ins', async () => {
  const { db, url } = database;
  await countAttempt(db, 'old@test.vfp', '10.0.0.1');
  await sql`update login_attempts set at = now() - interval '61 minutes'`.execute(db);
  await countAttempt(db, 'fresh@test.vfp', '10.0.0.1');
  const jobs = await startJobs({ url, db, log: silentLog, filesDir: tmpdir(), ...(await mail()) });
  await sql`select graphile_worker.add_job('delete_old_attempts')`.execute(db);
  const left = async () => (await sql<{ n: number }>`select count(*) as n from login_attempts`.execute(db)).rows[0]?.n;
  await expect.poll(left).toBe(1);
  await jobs.stop();
});

test('a job that an earlier version of the product has queued ends', async () => {
  const { db, url } = database;
  const jobs = await startJobs({ url, db, log: silentLog, filesDir: tmpdir(), ...(await mail()) });
  await sql`select graphile_worker.add_job('group_questions')`.execute(db);
  const queued = async () => (await sql`select from graphile_worker._private_jobs`.execute(db)).rows.length;
  await expect.poll(queued).toBe(0);
  await jobs.stop();
});

test('a job that ends while the database goes away leaves the queue once it is back', async () => {
  const { db, url } = database;
  await sql
    .raw(`create sequence ends_written;
    create function break_first_end() returns trigger language plpgsql as $$ begin
      if nextval('ends_written') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return old;
    end $$;`)
    .execute(db);
  const jobs = await startJobs({ url, db, log: silentLog, filesDir: tmpdir(), ...(await mail()) });
  await sql`create trigger break_first_end before delete on graphile_worker._private_jobs
    for each row when (old.key = 'this job') execute function break_first_end()`.execute(db);
  // Scheduled jobs may leave the queue meanwhile.
  await sql`select graphile_worker.add_job('delete_old_attempts', job_key := 'this job')`.execute(db);
  const queued = async () =>
    (await sql`select 1 from graphile_worker._private_jobs where key = 'this job'`.execute(db)).rows.length;
  await until('the job has left the queue', async () => (await queued()) === 0);
  const { rows } = await sql<{ times: number }>`select last_value as times from ends_written`.execute(db);
  expect(rows).toEqual([{ times: 2 }]);
  await sql`drop trigger break_first_end on graphile_worker._private_jobs`.execute(db);
  await jobs.stop();
});

test('jobs archive old events and delete the files of deleted messages', async () => {
  const { db, url } = database;
  const user = await somebody(db, 'engineer');
  const bus = await busOn(db);
  await bus.executeCommands(user.id, [wish('room.open', { roomId: newId(), type: 1 })]);
  await sql`update events set created_at = now() - interval '91 days'`.execute(db);
  const filesDir = mkdtempSync(join(tmpdir(), 'vfp-freed-'));
  onTestFinished(() => rmSync(filesDir, { recursive: true, force: true }));
  for (const path of ['freed', 'kept']) {
    writeFileSync(join(filesDir, path), path);
    await sql`insert into files (id, uploader, sha256, size, mime, path)
      values (${newId()}, ${user.id}, ${createHash('sha256').update(path).digest('hex')}, 4, 'image/png', ${path})`.execute(
      db,
    );
  }
  await sql`insert into freed_files (file_id) select id from files where path = 'freed'`.execute(db);
  // A crash left this entry behind after its row and its file were deleted.
  await sql`insert into freed_files (file_id, path) values (${newId()}, 'gone already')`.execute(db);

  const jobs = await startJobs({ url, db, log: silentLog, filesDir, ...(await mail()) });
  await sql`select graphile_worker.add_job('archive_old_events'), graphile_worker.add_job('erase_freed_files')`.execute(
    db,
  );
  const left = async () =>
    (
      await sql<object>`select (select count(*)::int from events) as events, (select count(*)::int from freed_files) as freed,
      (select json_agg(path) from files) as files`.execute(db)
    ).rows[0];
  await expect.poll(left).toEqual({ events: 0, freed: 0, files: ['kept'] });
  expect(readdirSync(filesDir)).toEqual(['kept']);
  await jobs.stop();
});
