import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { roomTypes } from '#domain/account/room-types.ts';
import { remindExperts, expertWaitMs } from '../../../server/chat/jobs/expert-reminders.ts';
import { eraseFreedFiles } from '../../../server/files/freed-files.ts';
import { eachApart, setAsideByJob, takeUnreported } from '../../../server/jobs/set-aside.ts';
import { busWorld, say } from '../../support/database/bus-world.ts';
import { newId, somebody, wish } from '../../support/users.ts';

/** An item that a job cannot process does not block other items, and is reported. */

// Without a server, whose own jobs would take what these set aside.
const { close, db, engineer, expert, one, openRoom, send, url } = await busWorld([
  {
    id: 'k1',
    large: 'Cells',
    medium: 'Formats',
    small: '',
    question: 'How wide is a 4680 cell?',
    alternatives: [],
    answer: 'A 4680 cell is 46 mm wide.',
    keywords: ['4680'],
    urls: [],
    status: 'published',
  },
]);
// Where the e-mails are queued.
beforeAll(() => runMigrations({ connectionString: url }));
afterAll(close);

const later = () => new Date(Date.now() + expertWaitMs + 60_000);

/** A customer writes to the experts. @returns the id of the message */
async function write(content: string): Promise<string> {
  const customer = await somebody(db, 'customer');
  const sent = say(await openRoom(customer, roomTypes.expert), content);
  expect(await one(customer, sent)).toMatchObject({ s: 'ok' });
  const { rows } = await sql<{ id: string }>`select id from messages where data->>'content' = ${content}`.execute(db);
  return rows[0]?.id ?? '';
}

const corrupt = (id: string, data: string) =>
  sql`update messages set data = ${data}::json where id = ${id}`.execute(db);

test('an unreadable message does not block e-mails about others, and is reported until it is fixed', async () => {
  const bad = await write('spoilt');
  const worse = await write('worse');
  await write('please look');
  const { rows } = await sql<{ data: string }>`select data::text from messages where id = ${bad}`.execute(db);
  const original = rows[0]?.data ?? '';
  await corrupt(bad, original.replace('spoilt', String.raw`half \ud83d`));
  await corrupt(worse, original.replace(/"createdAt":"[^"]*"/, '"createdAt":"soon"'));

  expect(await remindExperts(db, later())).toBe(1);
  const { rows: noted } = await sql`select from expert_reminders where user_id = ${expert.id}`.execute(db);
  expect(noted).toHaveLength(1);
  expect(await setAsideByJob(db)).toEqual([{ job: 'remind_experts', count: 2 }]);
  const reported = await takeUnreported(db);
  expect(reported.map(({ item }) => item).sort()).toEqual([`message ${bad}`, `message ${worse}`].sort());
  await remindExperts(db, later());
  expect(await takeUnreported(db)).toEqual([]);

  await corrupt(bad, original);
  await corrupt(worse, original);
  await remindExperts(db, later());
  expect(await setAsideByJob(db)).toEqual([]);
});

test('a question is answered in a conversation whose last answer cannot be read', async () => {
  const roomId = newId();
  const first = wish('question.ask', { roomId, text: 'How wide is a 4680 cell?', chatType: 1 });
  const opened = wish('room.open', { roomId, type: 1 });
  expect(await send(engineer, opened, first)).toMatchObject([{ s: 'ok' }, { s: 'ok' }]);
  await sql`update messages set data = replace(data::text, '4680', '\\ud83d')::json where room_id = ${roomId}`.execute(
    db,
  );
  const again = wish('question.ask', { roomId, text: 'And its height?', chatType: 1 });
  expect(await one(engineer, again)).toMatchObject({ s: 'ok' });
});

test('a file that cannot be deleted does not block the deletion of others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // A folder in the place of a file, so deleting the file fails.
  mkdirSync(join(folder, 'a-stuck', 'x'), { recursive: true });
  writeFileSync(join(folder, 'b-fine'), 'x');
  for (const path of ['a-stuck', 'b-fine']) {
    await sql`insert into freed_files (file_id, path) values (${newId()}, ${path})`.execute(db);
  }
  expect(await eraseFreedFiles(db, folder)).toBe(1);
  expect(readdirSync(folder)).toEqual(['a-stuck']);
  expect(await setAsideByJob(db)).toEqual([{ job: 'erase_freed_files', count: 1 }]);
  rmSync(join(folder, 'a-stuck'), { recursive: true });
  expect(await eraseFreedFiles(db, folder)).toBe(1);
  expect(await setAsideByJob(db)).toEqual([]);
});

test('when the database becomes unavailable, no item is reported as failed', async () => {
  const away = Object.assign(new Error('gone'), { code: '57P01' });
  const work = eachApart(db, 'test', [1, 2], String, () => Promise.reject(away));
  await expect(work).rejects.toBe(away);
  expect(await setAsideByJob(db)).toEqual([]);
});
