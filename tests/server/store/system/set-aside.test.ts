import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serverLimits } from '#domain/server-limits.ts';
import { remindExperts } from '../../../../server/jobs/expert-reminders.ts';
import { eraseFreedFiles } from '../../../../server/jobs/freed-files.ts';
import { eachApart, setAsideByJob, takeUnreported } from '../../../../server/store/system/set-aside.ts';
import { newId, wish } from '../../../support/users.ts';
import { at, figure, startServer, type SignedIn, type TestServer } from '../../../support/server.ts';

/** An item that a job cannot process does not block other items, and is reported. */

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ knowledge: true });
});
afterAll(() => server.close());

const later = () => new Date(Date.now() + serverLimits.expertWaitMs + 60_000);

async function write(who: SignedIn, content: string): Promise<{ room: string; message: string }> {
  const { status, body } = await server.request(who, 'POST', '/experts/chats', { content });
  expect(status).toBe(201);
  return { room: String(at(body, 'conversation.id')), message: String(at(body, 'message.id')) };
}

const corrupt = (id: string, data: string) =>
  sql`update messages set data = ${data}::json where id = ${id}`.execute(server.db);

test('an unreadable message does not block e-mails about others, and is reported until it is fixed', async () => {
  const expert = await server.signIn('expert');
  const bad = await write(await server.signIn('customer'), 'spoilt');
  const worse = await write(await server.signIn('customer'), 'worse');
  await write(await server.signIn('customer'), 'please look');
  const { rows } = await sql<{ data: string }>`select data::text from messages where id = ${bad.message}`.execute(
    server.db,
  );
  const original = rows[0]?.data ?? '';
  await corrupt(bad.message, original.replace('spoilt', String.raw`half \ud83d`));
  await corrupt(worse.message, original.replace(/"createdAt":"[^"]*"/, '"createdAt":"soon"'));

  expect(await remindExperts(server.db, later())).toBe(1);
  const { rows: noted } = await sql`select from expert_reminders where user_id = ${expert.user.id}`.execute(server.db);
  expect(noted).toHaveLength(1);
  expect(await figure(server, 'vfp_set_aside{job="remind_experts"}')).toBe(2);
  const reported = await takeUnreported(server.db);
  expect(reported.map(({ item }) => item).sort()).toEqual(
    [`message ${bad.message}`, `message ${worse.message}`].sort(),
  );
  await remindExperts(server.db, later());
  expect(await takeUnreported(server.db)).toEqual([]);

  await corrupt(bad.message, original);
  await corrupt(worse.message, original);
  await remindExperts(server.db, later());
  expect(await setAsideByJob(server.db)).toEqual([]);
});

test('a question is answered in a conversation whose last answer cannot be read', async () => {
  const customer = await server.signIn('customer');
  const roomId = newId();
  const first = wish('question.ask', { roomId, text: 'How wide is a 4680 cell?', chatType: 1 });
  const ask = (...commands: Parameters<typeof server.bus.executeCommands>[1]) =>
    server.bus.executeCommands(customer.user.id, commands);
  expect(await ask(wish('room.open', { roomId, type: 1 }), first)).toMatchObject([{ s: 'ok' }, { s: 'ok' }]);
  await sql`update messages set data = replace(data::text, '4680', '\\ud83d')::json where room_id = ${roomId}`.execute(
    server.db,
  );
  const again = wish('question.ask', { roomId, text: 'And its height?', chatType: 1 });
  expect(await ask(again)).toMatchObject([{ s: 'ok' }]);
});

test('a file that cannot be deleted does not block the deletion of others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // A folder in the place of a file, so deleting the file fails.
  mkdirSync(join(folder, 'a-stuck', 'x'), { recursive: true });
  writeFileSync(join(folder, 'b-fine'), 'x');
  for (const path of ['a-stuck', 'b-fine']) {
    await sql`insert into freed_files (file_id, path) values (${newId()}, ${path})`.execute(server.db);
  }
  expect(await eraseFreedFiles(server.db, folder)).toBe(1);
  expect(readdirSync(folder)).toEqual(['a-stuck']);
  expect(await setAsideByJob(server.db)).toEqual([{ job: 'erase_freed_files', count: 1 }]);
  rmSync(join(folder, 'a-stuck'), { recursive: true });
  expect(await eraseFreedFiles(server.db, folder)).toBe(1);
  expect(await setAsideByJob(server.db)).toEqual([]);
});

test('when the database becomes unavailable, no item is reported as failed', async () => {
  const away = Object.assign(new Error('gone'), { code: '57P01' });
  const work = eachApart(server.db, 'test', [1, 2], String, () => Promise.reject(away));
  await expect(work).rejects.toBe(away);
  expect(await setAsideByJob(server.db)).toEqual([]);
});
