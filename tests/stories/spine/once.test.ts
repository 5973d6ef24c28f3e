import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../support/users.ts';
import { form, png } from '../../support/files/sample-files.ts';
import { at, provideServer } from '../../support/servers/server.ts';

/**
 * Two routes execute the same command: the outbox's push and the specified REST call. One idempotency key is one
 * command over both.
 */

const server = await provideServer();
const engineer = await server.signIn('engineer');
const roomId = newId();
await push(newId(), 'room.open', { roomId, type: 5 });

async function push(cmdId: string, type: string, args: object, who = engineer) {
  const commands = [{ cmdId, n: 1, type, v: 1, args }];
  const body = { protocol: 1, clientId: newId(), actor: who.user.id, commands };
  const answer = await server.request(who, 'POST', '/sync/push', body);
  expect(answer.status).toBe(200);
  return at(answer.body, 'results.0');
}

const pushed = (key: string, content: string) => push(key, 'chat.send', { roomId, content, files: [] });

/** Sends the same by the specified call, as a form. */
function posted(key: string, content: string, who = engineer) {
  const { payload, headers } = form({ content, roomId }, []);
  return server.request(who, 'POST', `/po-chats/rooms/${roomId}/messages`, payload, {
    ...headers,
    'idempotency-key': key,
  });
}

async function messagesLike(content: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from messages where data ->> 'content' = ${content}`.execute(server.db);
  return rows[0]?.n ?? 0;
}

async function eventsOf(key: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from events where cmd_id = ${key}`.execute(
    server.db,
  );
  return rows[0]?.n ?? 0;
}

test('the same message sent fifty times at once over both doors is one message, with one answer', async () => {
  const key = newId();
  const sent = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => (i % 2 === 0 ? pushed(key, 'fifty') : posted(key, 'fifty'))),
  );
  expect(await messagesLike('fifty')).toBe(1);
  expect(await eventsOf(key)).toBe(1);
  const results = sent.filter((each) => at(each, 's') !== undefined);
  const answers = sent.filter((each) => at(each, 'status') !== undefined);
  expect(results).toHaveLength(25);
  const place = at(results[0], 'pos');
  for (const result of results) {
    expect(['ok', 'duplicate']).toContain(at(result, 's'));
    expect(at(result, 'pos')).toEqual(place);
    expect(at(result, 'out.messageId')).toBe(key);
  }
  const bodies = new Set(answers.map((answer) => JSON.stringify(at(answer, 'body'))));
  expect(bodies.size).toBe(1);
  const fresh = [
    ...results.filter((result) => at(result, 's') === 'ok'),
    ...answers.filter((answer) => at(answer, 'status') === 201),
  ];
  expect(fresh).toHaveLength(1);
  for (const answer of answers) expect([200, 201]).toContain(at(answer, 'status'));
});

test('the same id with another text is refused on both routes, without revealing the stored text', async () => {
  const key = newId();
  await pushed(key, 'what I said');
  expect(await pushed(key, 'something else')).toEqual({
    cmdId: key,
    s: 'rejected',
    code: 'IDEMPOTENCY_CONFLICT',
    message: expect.any(String),
  });
  expect(await posted(key, 'something else')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
  const other = newId();
  expect((await posted(other, 'posted first')).status).toBe(201);
  expect(await pushed(other, 'pushed second')).toMatchObject({ s: 'rejected', code: 'IDEMPOTENCY_CONFLICT' });
  expect(await pushed(other, 'posted first')).toMatchObject({ s: 'duplicate' });
  expect((await posted(key, 'what I said')).status).toBe(200);
  for (const text of ['something else', 'pushed second']) expect(await messagesLike(text)).toBe(0);
});

test("another user's id is refused with the same message, whatever the text", async () => {
  const key = newId();
  await pushed(key, 'mine');
  const expert = await server.signIn('expert');
  const same = await push(key, 'chat.send', { roomId, content: 'mine', files: [] }, expert);
  const other = await push(key, 'chat.send', { roomId, content: 'x', files: [] }, expert);
  expect(same).toEqual(other);
  expect(same).toMatchObject({ s: 'rejected', code: 'IDEMPOTENCY_CONFLICT' });
  expect(JSON.stringify(same)).not.toContain('mine');
  expect(await posted(key, 'mine', expert)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
});

test('a photo posted fifty times at once is one message with one photo', async () => {
  const key = newId();
  const { payload, headers } = form({ content: 'photo', roomId }, [{ name: 'cell.png', bytes: png(42) }]);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      server.request(engineer, 'POST', `/po-chats/rooms/${roomId}/messages`, payload, {
        ...headers,
        'idempotency-key': key,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const { rows } = await sql<{ files: number; uses: number }>`
    select (select count(*)::int from files where uploader = ${engineer.user.id}) as files,
           (select count(*)::int from attachments where message_id = ${key}) as uses`.execute(server.db);
  expect(rows).toEqual([{ files: 1, uses: 1 }]);
});
