import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId, wish } from '../../../support/users.ts';
import { docx, form, html, pdf, png, svg } from '../../../support/files/sample-files.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';
import { attachmentBytes } from '#domain/ground/attachments.ts';
import { messageChars } from '#domain/chat/text-lengths.ts';

const server = await provideServer();
const [engineer, colleague, expert] = [
  await server.signIn('engineer'),
  await server.signIn('colleague'),
  await server.signIn('expert'),
];
const room = await openResultRoom(engineer, 'Batch 7');

test('a room has its messages, as they stand beside it', async () => {
  const own = await openResultRoom(engineer, 'Read whole');
  await write(engineer, own, { content: 'First' });
  await write(expert, own, { content: 'Second' });
  const { body } = await server.request(engineer, 'GET', `/po-chats/rooms/${own}`);
  expect((at(body, 'room.messages') as { content: string }[]).map(({ content }) => content)).toEqual([
    'First',
    'Second',
  ]);
  expect(at(body, 'room.messages')).toEqual(at(body, 'messages'));
});

async function openResultRoom(user: SignedIn, name: string): Promise<string> {
  const opened = await server.request(user, 'POST', '/po-chats/rooms', { result_name: name });
  return String(at(opened.body, 'room.id'));
}

const write = (user: SignedIn | null, to: string, body: object, headers: Record<string, string> = {}) =>
  server.request(user, 'POST', `/po-chats/rooms/${to}/messages`, body, headers);

function attach(
  user: SignedIn,
  to: string,
  fields: Record<string, string>,
  files: { name: string; bytes: Buffer }[],
  key = newId(),
) {
  const { payload, headers } = form(fields, files);
  return server.request(user, 'POST', `/po-chats/rooms/${to}/messages`, payload, {
    ...headers,
    'idempotency-key': key,
  });
}

/** The status and body of a response, without the request id, which differs each time. */
const withoutRequestId = (response: { status: number; body: unknown }) => ({
  ...Object(response.body),
  requestId: '',
  status: response.status,
});

test('a result has one room: opening it again returns the same one', async () => {
  const first = await server.request(engineer, 'POST', '/po-chats/rooms', { result_name: 'Twice' });
  const again = await server.request(engineer, 'POST', '/po-chats/rooms', { result_name: 'Twice' });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
  expect(first.body).toMatchObject({ room: { type: 7, name: 'Twice', unreadCount: 0, lastMessage: null } });
});

test('a deleted message is marked as deleted in the history, without its content', async () => {
  const roomId = await openResultRoom(engineer, 'With a secret');
  const sent = await write(engineer, roomId, { content: 'the secret recipe' });
  const messageId = String(at(sent.body, 'message.id'));
  const [done] = await server.bus.executeCommands(engineer.user.id, [wish('message.redact', { roomId, messageId })]);
  expect(done).toMatchObject({ s: 'ok' });
  for (const path of [`/po-chats/rooms/${roomId}`, `/conversations/${roomId}`]) {
    const page = await server.request(expert, 'GET', path);
    const found = (at(page.body, 'messages') as { id: string }[]).find(({ id }) => id === messageId);
    expect(found).toMatchObject({ content: '', files: [], redacted: true });
  }
});

test('a message with a photo reaches the expert, who can save the photo', async () => {
  const sent = await attach(engineer, room, { content: 'Look at the tab', roomId: room }, [
    { name: 'tab.png', bytes: png(1) },
  ]);
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({
    message: {
      content: 'Look at the tab',
      message_type: 'text',
      sender_type: 'USER',
      roomId: room,
      is_read: false,
      files: [{ name: 'tab.png', mime: 'image/png', size: png(1).length }],
    },
  });
  const page = await server.request(expert, 'GET', `/po-chats/rooms/${room}`);
  expect(at(page.body, 'messages.0')).toEqual(at(sent.body, 'message'));
  const photo = await server.app.inject({
    url: String(at(sent.body, 'message.file_url')),
    headers: { authorization: `Bearer ${expert.token}` },
  });
  expect(photo.rawPayload.equals(png(1))).toBe(true);
  expect(photo.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="tab.png"; filename*=UTF-8''tab.png`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
});

test('older messages are read page by page, each page with its oldest message first', async () => {
  const to = await openResultRoom(engineer, 'Paged');
  for (let i = 1; i <= 7; i++) await write(engineer, to, { content: `m${i}` });
  const seen: unknown[] = [];
  let before: unknown = '';
  for (let page = 0; page < 3; page++) {
    const { body } = await server.request(
      engineer,
      'GET',
      `/po-chats/rooms/${to}?limit=3${before === '' ? '' : `&before=${String(before)}`}`,
    );
    seen.unshift(...[0, 1, 2].map((i) => at(body, `messages.${i}.content`)).filter((text) => text !== undefined));
    before = at(body, 'next_before');
  }
  expect(seen).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']);
  expect(before).toBeNull();
});

test.each(['before=0', 'before=x', 'limit=0', 'limit=1000000000', 'before=-1', 'before=1.5'])(
  'the page query %s is refused',
  async (query) => {
    expect(await server.request(engineer, 'GET', `/po-chats/rooms/${room}?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION' },
    });
  },
);

test('unread messages are counted for the customer and for the expert', async () => {
  const to = await openResultRoom(colleague, 'Counted');
  await write(colleague, to, { content: 'one' });
  await write(colleague, to, { content: 'two' });
  const count = async (user: SignedIn) => {
    const { body } = await server.request(user, 'GET', '/po-chats/unread_messages_count');
    const rooms = Object.values(Object(at(body, 'rooms')));
    return (
      at(
        rooms.find((each) => at(each, 'roomId') === to),
        'unreadCount',
      ) ?? 0
    );
  };
  expect([await count(colleague), await count(expert)]).toEqual([0, 2]);
  await write(expert, to, { content: 'answer' });
  expect(await count(colleague)).toBe(1);
});

test('the same key with the same files returns the same message; with other files it is refused', async () => {
  const key = newId();
  const first = await attach(engineer, room, { content: 'file' }, [{ name: 'a.png', bytes: png(2) }], key);
  const again = await attach(engineer, room, { content: 'file' }, [{ name: 'a.png', bytes: png(2) }], key);
  const other = await attach(engineer, room, { content: 'file' }, [{ name: 'a.png', bytes: png(3) }], key);
  expect([first.status, again.status, other.status]).toEqual([201, 200, 409]);
  expect(again.body).toEqual(first.body);
  expect(other.body).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
});

test('a message with two different ids, or with a key that is no UUID, is refused', async () => {
  const response = await write(
    engineer,
    room,
    { content: 'x', client_message_id: newId() },
    { 'idempotency-key': newId() },
  );
  expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  expect(await write(engineer, room, { content: 'x' }, { 'idempotency-key': 'no-uuid' })).toMatchObject({
    status: 400,
  });
});

test('the room id in the form must be the room id in the URL', async () => {
  const other = await openResultRoom(engineer, 'Other');
  const response = await attach(engineer, room, { content: 'x', roomId: other }, []);
  expect(response).toMatchObject({ status: 400, body: { code: 'ROOM_MISMATCH' } });
});

test("another user's room seems not to exist", async () => {
  const theirs = await openResultRoom(colleague, 'Private');
  await write(colleague, theirs, { content: 'secret' });
  const missing = randomUUID();
  for (const id of [theirs, missing]) {
    const responses = [
      await server.request(engineer, 'GET', `/po-chats/rooms/${id}`),
      await server.request(engineer, 'GET', `/conversations/${id}`),
      await write(engineer, id, { content: 'hello' }),
      await attach(engineer, id, { content: 'hello' }, [{ name: 'a.png', bytes: png(4) }]),
    ];
    for (const response of responses) {
      expect(withoutRequestId(response)).toEqual({
        status: 404,
        statusCode: 404,
        code: 'NOT_FOUND',
        message: 'Nothing was found under this id.',
        requestId: '',
      });
    }
  }
  expect((await server.request(colleague, 'GET', `/po-chats/rooms/${theirs}`)).text).not.toContain('hello');
});

test("another user's attachment seems not to exist, and none can be downloaded without a session", async () => {
  const theirs = await openResultRoom(colleague, 'Pictures');
  const sent = await attach(colleague, theirs, { content: '' }, [{ name: 'p.png', bytes: png(5) }]);
  expect(sent.body).toMatchObject({ message: { message_type: 'image' } });
  const url = String(at(sent.body, 'message.file_url'));
  const foreign = await server.request(engineer, 'GET', url);
  const missing = await server.request(engineer, 'GET', `/files/${randomUUID()}`);
  expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing));
  expect(foreign.status).toBe(404);
  expect((await server.request(null, 'GET', url)).status).toBe(401);
  expect((await server.request(colleague, 'GET', url)).status).toBe(200);
});

test.each([
  ['no content', { content: '  \n ' }, [], 422, 'EMPTY_MESSAGE'],
  ['too much text', { content: 'x'.repeat(messageChars + 1) }, [], 422, 'TOO_LONG'],
  [
    'six files',
    { content: 'x' },
    Array.from({ length: 6 }, (_, i) => ({ name: `${i}.png`, bytes: png(i) })),
    422,
    'TOO_MANY_FILES',
  ],
  [
    'a file of 5 MB',
    { content: 'x' },
    [{ name: 'a.png', bytes: Buffer.concat([png(), Buffer.alloc(attachmentBytes)]) }],
    422,
    'FILE_TOO_LARGE',
  ],
  ['an HTML page', { content: 'x' }, [{ name: 'a.html', bytes: html }], 415, 'FILE_TYPE'],
  ['an HTML page named a.png', { content: 'x' }, [{ name: 'a.png', bytes: html }], 415, 'FILE_TYPE'],
  ['an SVG drawing', { content: 'x' }, [{ name: 'a.svg', bytes: svg }], 415, 'FILE_TYPE'],
  ['a Word file with macros', { content: 'x' }, [{ name: 'a.docm', bytes: docx({ macros: true }) }], 415, 'FILE_TYPE'],
])('a message with %s is refused with its reason', async (_what, fields, files, status, code) => {
  expect(await attach(engineer, room, fields, files)).toMatchObject({ status, body: { code } });
});

test('the error messages for too many and too large files are those of the specification', async () => {
  const six = await attach(
    engineer,
    room,
    { content: 'x' },
    Array.from({ length: 6 }, (_, i) => ({ name: `${i}.png`, bytes: png(i) })),
  );
  const large = await attach(engineer, room, { content: 'x' }, [
    { name: 'a.png', bytes: Buffer.alloc(attachmentBytes) },
  ]);
  expect([at(six.body, 'message'), at(large.body, 'message')]).toEqual([
    'Max(5 files) file upload exceeded.',
    'Max file size greater than 5M',
  ]);
});

test('file names are sanitized: no path, no bidirectional control character, at most 200 characters', async () => {
  const names = ['../../etc/x.pdf', 'in\u202Efdp.voice.pdf', `${'n'.repeat(250)}.pdf`];
  const sent = await attach(
    engineer,
    room,
    { content: 'names' },
    names.map((name) => ({ name, bytes: pdf })),
  );
  expect(sent.status).toBe(201);
  for (let i = 0; i < names.length; i++) {
    const name = String(at(sent.body, `message.files.${i}.name`));
    expect(name).not.toMatch(/[/\\\u202e]|\.\./);
    expect(name.length).toBeLessThanOrEqual(200);
  }
  const { rows } = await sql<{ path: string }>`select path from files`.execute(server.db);
  for (const { path } of rows) expect(path).toMatch(/^[0-9a-f-]{36}$/);
});

test('unknown fields are refused by name: a sender, a position, a time', async () => {
  const chosen = { sender_type: 'SUPPORT', author: { id: expert.user.id }, seq: 1, created_at: '1999-01-01' };
  const sent = await write(engineer, room, { content: 'plain', ...chosen });
  expect([sent.status, at(sent.body, 'details')]).toEqual([
    400,
    Object.keys(chosen).map((path) => ({ path, code: 'additionalProperties' })),
  ]);
});

test('rooms and files of orders cannot be read without the Navigator pass, and can be read again with it', async () => {
  const user = await server.signIn('engineer');
  const own = await openResultRoom(user, 'Before the plan ended');
  const sent = await attach(user, own, { content: 'Look', roomId: own }, [{ name: 'tab.png', bytes: png(9) }]);
  const file = String(at(sent.body, 'message.files.0.id'));
  const paths = [`/conversations/${own}`, `/po-chats/rooms/${own}`, `/files/${file}`];
  const responses = () => Promise.all(paths.map(async (path) => (await server.request(user, 'GET', path)).status));
  const plan = (name: string) =>
    sql`update users set plan_name = ${name} where id = ${user.user.id}`.execute(server.db);
  expect(await responses()).toEqual([200, 200, 200]);
  await plan('professional');
  expect(await responses()).toEqual([403, 403, 404]);
  await plan('navigator-premium');
  expect(await responses()).toEqual([200, 200, 200]);
});
