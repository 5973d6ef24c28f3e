import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../support/users.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';

const text = 'What are the dimensions of a 21700 cell?';

const server = await provideServer({ knowledge: true });
const engineer = await server.signIn('engineer');

const ask = (user: SignedIn | null, body: object, headers: Record<string, string> = {}) =>
  server.request(user, 'POST', '/bot/questions_v2', body, headers);

test('a question is answered from the knowledge base, with its sources', async () => {
  const response = await ask(engineer, { role: 'user', text, chat_type: 1 });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    answer: {
      status: 'done',
      mode: 'kb',
      content: expect.stringContaining('4680 is 46 x 80 mm'),
      handoff: { allowed: true },
    },
    usage: { question_usage: 0, question_limit: 10 },
  });
  expect(at(response.body, 'answer.sources.0')).toMatchObject({
    n: 1,
    qna_id: expect.any(String),
    urls: expect.any(Array),
  });
  expect(at(response.body, 'thread_id')).toBe(at(response.body, 'conversation_id'));
});

test.each(['user', 'USER', 'company_admin', 'Expert', 'chatbot'])(
  'a client may say that the writer is %s',
  async (role) => {
    expect((await ask(engineer, { role, text })).status).toBe(200);
  },
);

test('a role that does not exist is refused', async () => {
  const { status, body } = await ask(engineer, { role: 'root', text });
  expect([status, at(body, 'details.0')]).toEqual([400, { path: 'role', code: 'unknown' }]);
});

test('a chat continues under its id, and is stored', async () => {
  const first = await ask(engineer, { text });
  const conversation_id = at(first.body, 'conversation_id');
  await ask(engineer, { text: 'And a 18650?', conversation_id });
  const page = await server.request(engineer, 'GET', `/conversations/${String(conversation_id)}`);
  expect(at(page.body, 'messages.2.content')).toBe('And a 18650?');
  expect(at(page.body, 'messages.3')).toMatchObject({
    sender_type: 'SUPPORT',
    author: { kind: 'assistant' },
    answer: { mode: 'kb' },
  });
});

test('a streamed answer arrives in pieces and then complete', async () => {
  const response = await ask(engineer, { text }, { accept: 'text/event-stream' });
  expect(response.headers['content-type']).toContain('text/event-stream');
  expect(response.headers['x-vfp-api']).toBe('1');
  const events = response.text
    .trim()
    .split('\n\n')
    .map((block) => {
      const [name = '', id = '', data = ''] = block.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
      return { name, id: Number(id), data: JSON.parse(data) as unknown };
    });
  expect(events.map(({ name }) => name)).toEqual([
    'meta',
    ...Array.from({ length: events.length - 2 }, () => 'delta'),
    'done',
  ]);
  const deltas = events.filter(({ name }) => name === 'delta');
  expect(deltas.map(({ id }) => id)).toEqual(deltas.map(({ data }) => at(data, 'seq')));
  const pieces = events.filter(({ name }) => name === 'delta').map(({ data }) => at(data, 'text'));
  expect(pieces.join('')).toBe(at(events.at(-1)?.data, 'answer.content'));
});

test('the same question sent fifty times at once is answered and counted once', async () => {
  const trial = await server.signIn('trial');
  const key = newId();
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => ask(trial, { text }, { 'idempotency-key': key })),
  );
  expect(new Set(responses.map(({ status, text: body }) => `${status} ${body}`)).size).toBe(1);
  expect(responses[0]?.body).toMatchObject({ usage: { question_usage: 1 } });
  const { rows } = await sql<{ n: number }>`select count(*) as n from messages where id = ${key}`.execute(server.db);
  expect(rows[0]?.n).toBe(1);
});

test('the same id with another question is refused', async () => {
  const key = newId();
  await ask(engineer, { text, client_message_id: key });
  expect(await ask(engineer, { text: 'Something else?', client_message_id: key })).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_CONFLICT' },
  });
});

test('of twenty concurrent questions with one left, one is answered', async () => {
  const trial = await server.signIn('trial', 1);
  const responses = await Promise.all(Array.from({ length: 20 }, () => ask(trial, { text })));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 403),
  ]);
  const refused = responses.find(({ status }) => status === 403);
  expect(refused?.body).toMatchObject({
    code: 'TRIAL_LIMIT_EXCEEDED',
    details: { question_limit: 1, question_usage: 1 },
  });
});

test.each([
  ['no text', { text: '' }, 422, 'EMPTY_MESSAGE'],
  ['only blanks', { text: ' \n\t ' }, 422, 'EMPTY_MESSAGE'],
  ['2,001 characters', { text: 'x'.repeat(2001) }, 422, 'TOO_LONG'],
  ['a number', { text: 5 }, 400, 'VALIDATION'],
  ['an unknown chat type', { text, chat_type: 9 }, 400, 'VALIDATION'],
  ['two conversations', { text, conversation_id: newId(), thread_id: newId() }, 400, 'VALIDATION'],
])('a question with %s is refused', async (_what, body, status, code) => {
  expect(await ask(engineer, body)).toMatchObject({ status, body: { code } });
});

test('text crafted to hang a parser is answered', async () => {
  const response = await ask(engineer, { text: `${'a'.repeat(900)}!${'\u200b'.repeat(1000)}` });
  expect(response.status).toBe(200);
});

test("another user's chat and its answers seem not to exist", async () => {
  const first = await ask(engineer, { text });
  const conversation_id = at(first.body, 'conversation_id');
  const answer_id = at(first.body, 'answer.id');
  for (const user of [await server.signIn('colleague'), await server.signIn('expert')]) {
    for (const id of [conversation_id, randomUUID()]) {
      expect(await ask(user, { text, conversation_id: id })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
      expect(await server.request(user, 'GET', `/conversations/${String(id)}`)).toMatchObject({ status: 404 });
    }
    for (const id of [answer_id, randomUUID()]) {
      expect(await server.request(user, 'POST', '/bot/feedback', { answer_id: id, rating: 1 })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    }
  }
});

test('a rating gets a follow-up question; a rating with a comment does not', async () => {
  const answer_id = at((await ask(engineer, { text })).body, 'answer.id');
  const first = await server.request(engineer, 'POST', '/bot/feedback', { answer_id, rating: -1 });
  const then = await server.request(engineer, 'POST', '/bot/feedback', { answer_id, rating: -1, comment: 'Too short' });
  expect([first.body, then.body]).toEqual([
    { id: answer_id, state: 'follow_up' },
    { id: answer_id, state: 'done' },
  ]);
  expect(await server.request(engineer, 'POST', '/bot/feedback', { answer_id, rating: 5 })).toMatchObject({
    status: 400,
  });
});

test('a user on a trial of a plan with experts cannot ask the assistant, and neither can a guest', async () => {
  expect(await ask(await server.signIn('freeTrial'), { text })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
  expect(await ask(null, { text })).toMatchObject({ status: 401 });
});
