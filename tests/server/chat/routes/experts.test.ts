import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../support/users.ts';
import { form, png } from '../../../support/files/sample-files.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';

const server = await provideServer();
const expert = await server.signIn('expert');

const ask = (user: SignedIn | null, body: object, headers: Record<string, string> = {}) =>
  server.request(user, 'POST', '/experts/chats', body, headers);
const reply = (user: SignedIn | null, body: object) => server.request(user, 'POST', '/experts/chat-reply', body);

test('a customer writes to an expert, the expert answers, the customer reads the answer', async () => {
  const customer = await server.signIn('customer');
  const { payload, headers } = form({ content: 'Is this plating?' }, [{ name: 'cell.png', bytes: png() }]);
  const asked = await ask(customer, payload, headers);
  expect(asked).toMatchObject({
    status: 201,
    body: { conversation: { type: 5, status: 'open' }, message: { files: [{ name: 'cell.png' }] } },
  });
  const conversation_id = at(asked.body, 'conversation.id');
  const answered = await reply(expert, { conversation_id, content: 'Yes, at the edge.' });
  expect(answered).toMatchObject({
    status: 201,
    body: { message: { sender_type: 'SUPPORT', author: { kind: 'expert' } } },
  });
  const page = await server.request(customer, 'GET', `/conversations/${String(conversation_id)}`);
  expect(at(page.body, 'messages.1')).toEqual(at(answered.body, 'message'));
  expect((await server.request(customer, 'GET', '/users/me')).body).toMatchObject({ unread: { expert: 1 } });
});

test('a customer has one open room with experts, also after concurrent first messages', async () => {
  const customer = await server.signIn('customer');
  const asked = await Promise.all(Array.from({ length: 8 }, (_, i) => ask(customer, { content: `hello ${i}` })));
  expect(new Set(asked.map(({ body }) => at(body, 'conversation.id'))).size).toBe(1);
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from rooms where type = 5 and customer_id = ${customer.user.id}`.execute(server.db);
  expect(rows[0]?.n).toBe(1);
});

test('the same first message sent fifty times at once opens one room with one message', async () => {
  const customer = await server.signIn('customer');
  const key = newId();
  const asked = await Promise.all(
    Array.from({ length: 50 }, () => ask(customer, { content: 'once' }, { 'idempotency-key': key })),
  );
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(49);
  expect(new Set(asked.map(({ body }) => JSON.stringify(at(body, 'message')))).size).toBe(1);
});

test('an expert reply needs a session and the id of an existing room', async () => {
  expect(await reply(expert, { content: 'x' })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  expect(await reply(expert, { conversation_id: randomUUID(), content: 'x' })).toMatchObject({ status: 404 });
  expect(await reply(expert, { conversation_id: 'x', content: 'x' })).toMatchObject({ status: 400 });
  expect(await reply(null, { conversation_id: randomUUID(), content: 'x' })).toMatchObject({ status: 401 });
});

test("an expert cannot read a user's chat with the assistant", async () => {
  const engineer = await server.signIn('engineer');
  const asked = await server.request(engineer, 'POST', '/bot/questions_v2', { text: 'private?' });
  const conversation_id = at(asked.body, 'conversation_id');
  expect(await reply(expert, { conversation_id, content: 'I saw that' })).toMatchObject({ status: 404 });
});
