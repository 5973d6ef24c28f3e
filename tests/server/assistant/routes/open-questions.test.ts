import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../../support/users.ts';
import { at, provideServer } from '../../../support/servers/server.ts';
import { guestActor } from '../../../../server/spine/log/once.ts';
import { forgetAnswersTo } from '../../../../server/spine/log/write-keys.ts';
import {
  deleteOldOpenQuestions,
  openQuestionsPerDevice,
  openQuestionsPerNetwork,
} from '../../../../server/assistant/store/open-questions.ts';
import { keptEmergencies } from '../../../../server/account/store/guest-records.ts';
import { questionChars } from '#domain/chat/text-lengths.ts';

/** Questions of guests to the assistant, for example from a partner's program. */

const text = 'What are the dimensions of a 21700 cell?';

const server = await provideServer({ knowledge: true, proxies: 1 });
beforeEach(async () => {
  await sql`truncate open_questions`.execute(server.db);
});

const device = (name: string) => ({ 'x-device-id': createHash('sha256').update(name).digest('hex') });
const from = (address: string) => ({ 'x-forwarded-for': address });
const ask = (headers: Record<string, string>, body: object = { text }) =>
  server.request(null, 'POST', '/bot/unregister_user/questions', body, headers);

test('a guest gets an answer from the knowledge base, and the number of questions left', async () => {
  const response = await ask(device('phone'));
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    answer: { status: 'done', content: expect.stringContaining('4680 is 46 x 80 mm'), handoff: { allowed: false } },
    usage: { question_usage: 1, question_limit: openQuestionsPerDevice },
  });
  expect(response.body).not.toHaveProperty('conversation_id');
  const { rows } = await sql`select 1 from events where data::text like ${`%${text}%`}`.execute(server.db);
  expect(rows).toEqual([]);
});

test('a question without an answer is reported as such, and the guest is offered an account to ask an expert', async () => {
  const response = await ask(device('phone'), { text: 'How many parrots can sit on a formation rack?' });
  expect(at(response.body, 'answer.status')).toBe('no_answer');
  expect(at(response.body, 'answer.content')).toMatch(/With an account you can ask an expert/);
});

test('52 a device without an account has five questions a day and its network twenty, also with concurrent requests', async () => {
  const fromOneNetwork = await Promise.all(
    Array.from({ length: 8 }, async () => ask({ ...device('a'), ...from('10.1.1.1') })),
  );
  expect(fromOneNetwork.filter(({ status }) => status === 200)).toHaveLength(openQuestionsPerDevice);
  const refused = fromOneNetwork.find(({ status }) => status === 429);
  expect(at(refused?.body, 'code')).toBe('RATE_LIMITED');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60);
  // The same device has none left on another network either.
  expect((await ask({ ...device('a'), ...from('10.9.9.9') })).status).toBe(429);

  const others = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => ask({ ...device(`b${i}`), ...from('10.1.1.1') })),
  );
  expect(others.filter(({ status }) => status === 200)).toHaveLength(openQuestionsPerNetwork - openQuestionsPerDevice);
  expect((await ask({ ...device('c'), ...from('10.2.2.2') })).status).toBe(200);
});

test('a repeated question is counted once; its key with another text is refused', async () => {
  const key = { ...device('d'), 'idempotency-key': newId() };
  const first = await ask(key);
  expect((await ask(key)).body).toEqual(first.body);
  expect((await ask(key, { text: 'And a 18650?' })).status).toBe(409);
  expect(at((await ask(device('d'))).body, 'usage.question_usage')).toBe(2);
});

test.each([
  ['no text', { text: '  ' }, 422, 'EMPTY_MESSAGE'],
  ['too much text', { text: 'x'.repeat(questionChars + 1) }, 422, 'TOO_LONG'],
  ['a number', { text: 1 }, 400, 'VALIDATION'],
])('a question with %s is refused and not counted', async (_, body, status, code) => {
  const response = await ask(device('e'), body);
  expect([response.status, at(response.body, 'code')]).toEqual([status, code]);
  expect(at((await ask(device('e'))).body, 'usage.question_usage')).toBe(1);
});

test('a day later a device may ask again, and older questions are deleted', async () => {
  for (let i = 0; i < openQuestionsPerDevice; i++) await ask(device('f'));
  expect((await ask(device('f'))).status).toBe(429);
  await sql`update open_questions set asked_at = asked_at - interval '25 hours'`.execute(server.db);
  expect((await ask(device('f'))).status).toBe(200);
  expect(await deleteOldOpenQuestions(server.db)).toBe(openQuestionsPerDevice);
});

test('the stored answer to a question is deleted a day later, and that of today is kept for repeats', async () => {
  const old = { ...device('g'), 'idempotency-key': newId() };
  const today = { ...device('g'), 'idempotency-key': newId() };
  await ask(old);
  await sql`update paying_keys set created_at = created_at - interval '25 hours'`.execute(server.db);
  await ask(today);
  await forgetAnswersTo(server.db, guestActor);
  const { rows } = await sql<{ key: string }>`select key from paying_keys where reply ? 'answer'`.execute(server.db);
  expect(rows).toEqual([{ key: today['idempotency-key'] }]);
});

/** Counts what guests leave in the database. */
async function rowsOf() {
  const { rows } = await sql<{ records: number; keys: number; counts: number }>`
    select (select count(*)::int from question_records) as records,
           (select count(*)::int from paying_keys where actor = ${guestActor}) as keys,
           (select count(*)::int from code_requests) as counts`.execute(server.db);
  return rows[0];
}

test('every emergency of a guest is answered, and beyond ten an hour of one network none leaves a row', async () => {
  const burning = 'help, my cell is on fire';
  const before = await rowsOf();
  const asked = await Promise.all(
    Array.from({ length: keptEmergencies + 15 }, (_, i) =>
      ask({ ...device(`burning ${i}`), ...from('10.8.0.1') }, { text: burning }),
    ),
  );
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
  expect(new Set(asked.map(({ body }) => String(at(body, 'answer.content')))).size).toBe(1);
  const after = await rowsOf();
  for (const table of ['records', 'keys', 'counts'] as const)
    expect((after?.[table] ?? 0) - (before?.[table] ?? 0), table).toBe(keptEmergencies);
  await ask({ ...device('elsewhere'), ...from('10.8.1.1') }, { text: burning });
  expect((await rowsOf())?.records).toBe((after?.records ?? 0) + 1);
});
