import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { IncomingCommand } from '../../server/spine/bus/parse.ts';
import { pull } from '../../server/spine/log/pull.ts';
import { busWorld, change, patch, say } from '../support/database/bus-world.ts';
import { lettersTo } from '../support/servers/letters.ts';
import { otherDatabasesCommitted } from '../support/database/other-databases.ts';
import { newId, wish } from '../support/users.ts';
import { form, png } from '../support/files/sample-files.ts';
import { at, provideServer } from '../support/servers/server.ts';

/** Text that cannot be stored or is invisible is refused with a code. All other text is read back unchanged. */

const server = await provideServer({ knowledge: true });
const engineer = await server.signIn('engineer');
const opening = await server.request(engineer, 'POST', '/po-chats/rooms', { result_name: 'Text' });
const roomId = String(at(opening.body, 'room.id'));

const half = 'half \ud83d of one';
const nul = 'a\0b';

const file = (name: string) => ({ id: newId(), name, size: 1, mime: 'image/png', sha256: 'a'.repeat(64) });
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe.each([half, nul])('with %j', (odd) => {
  test.each<[string, () => IncomingCommand]>([
    ['a message', () => say(roomId, odd)],
    ['a file name', () => say(roomId, 'x', [file(`${odd}.png`)])],
    ['a room name', () => wish('room.open', { roomId: newId(), type: 1, name: odd })],
    ['a question', () => wish('question.ask', { roomId, text: odd, chatType: 1 })],
    ['a title of an order', () => patch(newId(), change('title', odd, null))],
    ['a path of an order', () => patch(newId(), change(odd, 1, null))],
    ['a key inside of a value', () => patch(newId(), change('cathode', { [odd]: 1 }, null))],
    [
      'a reason',
      () => wish('order.transition', { orderId: newId(), event: 'DISCARD', expectStatus: 'draft', reason: odd }),
    ],
    ['an unknown field', () => wish('read.mark', { roomId, upTo: 1, more: odd })],
  ])('%s is refused in a push, and the other commands in it are accepted', async (_what, make) => {
    const good = say(roomId, 'good');
    const body = {
      protocol: 1,
      clientId: newId(),
      actor: engineer.user.id,
      commands: [make(), good].map((command, n) => ({ ...command, n })),
    };
    const { status, body: reply } = await server.request(engineer, 'POST', '/sync/push', body);
    expect(status).toBe(200);
    expect(at(reply, 'results.0')).toMatchObject({ s: 'rejected', code: 'UNSTORABLE' });
    expect(at(reply, 'results.0.details.0.code')).toBe('unstorable');
    expect(at(reply, 'results.1')).toMatchObject({ s: 'ok' });
  });

  test.each<[string, string, object]>([
    ['a message', '/po-chats/rooms/ROOM/messages', { content: odd }],
    ['a question', '/bot/questions_v2', { text: odd }],
    ['a question without an account', '/bot/unregister_user/questions', { text: odd }],
    ['a room', '/po-chats/rooms', { result_name: odd }],
    ['a value of an order', '/po_system/orders/save', { data: { title: odd } }],
    ['a key of an order', '/po_system/orders/save', { data: { [odd]: 1 } }],
    ['a sign-up', '/auth/register', { email: 'odd@test.vfp', password: 'Right-2026!', display_name: odd }],
    ['a contact message', '/subscriptions/contact_us', { name: odd, email: 'odd@test.vfp', message: 'x' }],
  ])('%s over REST is refused with a code', async (_what, path, body) => {
    const answer = await server.request(engineer, 'POST', path.replace('ROOM', roomId), body);
    expect([answer.status, at(answer.body, 'code'), at(answer.body, 'details.0.code')]).toEqual([
      400,
      'UNSTORABLE',
      'unstorable',
    ]);
  });

  test('a form is refused, and an upload is stored under a name that can be stored', async () => {
    // UTF-8 cannot encode half a surrogate pair, so the form always contains NUL.
    const { payload, headers } = form({ content: nul }, []);
    const url = `/api/v1/po-chats/rooms/${roomId}/messages`;
    const authorization = `Bearer ${engineer.token}`;
    const answer = await server.app.inject({ method: 'POST', url, headers: { ...headers, authorization }, payload });
    expect([answer.statusCode, at(answer.json(), 'code')]).toEqual([400, 'UNSTORABLE']);

    const bytes = png(odd.length);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const tus = { authorization, 'tus-resumable': '1.0.0' };
    const made = await fetch(`${server.url}/api/v1/uploads`, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${base64(`${odd}.png`)},sha256 ${base64(sha256)}`,
      },
    });
    expect(made.status).toBe(201);
    const sent = await fetch(new URL(made.headers.get('location') ?? '', server.url), {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes),
    });
    expect(sent.status).toBe(204);
  });
});

test('a push over the socket refuses only the command that cannot be stored', async () => {
  const options = { transports: ['websocket'], forceNew: true, auth: { token: engineer.token } };
  const socket = io(`${server.url}/sync`, options);
  onTestFinished(() => void socket.disconnect());
  const commands = [say(roomId, half), say(roomId, 'by socket')].map((command, n) => ({ ...command, n }));
  const body = { protocol: 1, clientId: newId(), actor: engineer.user.id, commands };
  expect(await socket.emitWithAck('sync:push', body)).toMatchObject({
    ok: true,
    reply: { results: [{ s: 'rejected', code: 'UNSTORABLE' }, { s: 'ok' }] },
  });
});

describe('invisible text', () => {
  test('is refused as a message, a question and a room name', async () => {
    const text = '\u200b\u{13441}';
    const path = `/po-chats/rooms/${roomId}/messages`;
    const sent = await server.request(engineer, 'POST', path, { content: text });
    expect([sent.status, at(sent.body, 'code')]).toEqual([422, 'EMPTY_MESSAGE']);
    const asked = await server.request(engineer, 'POST', '/bot/questions_v2', { text });
    expect([asked.status, at(asked.body, 'code')]).toEqual([422, 'EMPTY_MESSAGE']);
    const opened = await server.bus.executeCommands(engineer.user.id, [
      wish('room.open', { roomId: newId(), type: 7, resultName: text }),
    ]);
    expect(opened).toMatchObject([{ s: 'rejected', code: 'VALIDATION' }]);
  });

  test('as a display name is replaced by a name from the e-mail address', async () => {
    const email = 'unseen@test.vfp';
    const asked = await server.request(null, 'POST', '/auth/register', {
      email,
      password: 'Right-2026!',
      display_name: '\u3164\u200b',
    });
    expect(asked.status).toBe(201);
    const { rows } = await sql`select display_name from sign_ups where email = ${email}`.execute(server.db);
    expect(rows).toEqual([{ display_name: 'Unseen' }]);
  });
});

test('a name with line breaks that a stranger types does not reach an e-mail', async () => {
  const email = 'lines@test.vfp';
  await server.request(null, 'POST', '/auth/register', {
    email,
    password: 'Right-2026!',
    display_name: 'Ada\r\nBcc: all@test.vfp\u2028Lovelace\u0007',
  });
  const [receivedEmail] = await lettersTo(server.url, email);
  expect(receivedEmail?.text).toContain('Lines');
  expect(receivedEmail?.text).not.toMatch(/Bcc|Lovelace/);
});

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '🔋',
        '👩‍👩‍👧‍👦',
        'e\u0301',
        '\ud83d',
        '\0',
        '\u200b',
        '\\ud83d',
        '\\u0000',
        '"',
        '\x1e',
        'a'.repeat(137),
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('text that a command accepts is stored, and read back unchanged', async () => {
  const world = await busWorld();
  onTestFinished(() => world.close());
  const room = await world.openRoom(world.engineer, 7, { resultName: 'any text' });
  const texts = fc.array(anyText, { minLength: 30, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(texts, async (contents) => {
      const before = { ...(await world.one(world.engineer, say(room, 'before'))) };
      if (before.s !== 'ok') throw new Error('the first message was not written');
      const commands = contents.map((content) => say(room, content));
      const results = await world.send(world.engineer, ...commands);
      // The server of this file works in another database.
      await otherDatabasesCommitted(world.db);
      const page = await pull(world.db, world.engineer, before.pos, 100);
      const read = new Map('events' in page ? messagesIn(page.events) : []);
      const readBack = results.map((result) => read.get(result.cmdId) ?? ('code' in result ? result.code : result.s));
      for (const [i, content] of contents.entries()) {
        expect([content, 'UNSTORABLE', 'EMPTY_MESSAGE', 'TOO_LONG']).toContain(readBack[i]);
      }
    }),
    { numRuns: 12 },
  );
});

function messagesIn(events: string): [cmdId: string, content: string][] {
  const rows = JSON.parse(`[${events}]`) as { cmdId: string; data: { message: { content: string } } }[];
  return rows.map(({ cmdId, data }) => [cmdId, data.message.content]);
}
