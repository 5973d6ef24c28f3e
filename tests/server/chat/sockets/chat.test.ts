import { randomUUID } from 'node:crypto';
import { connect as tcp } from 'node:net';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { newId } from '../../../support/users.ts';
import { requestsPerUserPerMinute } from '../../../../server/ground/config.ts';
import { at, startServer, provideServer, type SignedIn } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';
import { socketMistakes } from '../../../../server/spine/sockets/event-handlers.ts';

const sockets: Socket[] = [];

const server = await provideServer({ allowed: { userPerMinute: requestsPerUserPerMinute } });
const [engineer, expert] = [await server.signIn('engineer'), await server.signIn('expert')];
const room = await resultRoom(engineer, 'Batch 7');
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

async function resultRoom(who: SignedIn, name: string): Promise<string> {
  return String(at((await server.request(who, 'POST', '/po-chats/rooms', { result_name: name })).body, 'room.id'));
}

function dial(name: string, auth: object, url = server.url): Socket {
  const socket = io(url + name, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
  sockets.push(socket);
  return socket;
}

async function joined(name: string, who: SignedIn, more: object = {}): Promise<Socket> {
  const socket = dial(name, { token: who.token, ...more });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

async function refusal(socket: Socket): Promise<{ message: string; data?: unknown }> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => reject(new Error('the connection was accepted')));
    socket.once('connect_error', resolve);
  });
}

const next = <T>(socket: Socket, event: string): Promise<T> => new Promise((resolve) => socket.once(event, resolve));

/** Emits an event. @returns the acknowledgement */
const emit = (socket: Socket, event: string, ...args: unknown[]): Promise<unknown> =>
  socket.timeout(5000).emitWithAck(event, ...args);

const write = async (who: SignedIn, to: string, content: string) =>
  at((await server.request(who, 'POST', `/po-chats/rooms/${to}/messages`, { content })).body, 'message');

test.each(['/po-chat', '/socket/v1', '/sync'])('%s refuses a connection without a valid session', async (name) => {
  const ended = await server.signIn('engineer');
  await server.request(ended, 'GET', '/auth/logout');
  const auths = [
    {},
    { token: '' },
    { token: 5 },
    { token: 'x'.repeat(43) },
    { token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
    { token: ended.token },
  ];
  for (const auth of auths) {
    expect(await refusal(dial(name, auth))).toMatchObject({
      message: 'UNAUTHORIZED',
      data: { code: 'UNAUTHORIZED', message: 'Unauthorized request' },
    });
  }
});

test('a session cookie does not authenticate a socket', async () => {
  const socket = io(`${server.url}/po-chat`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie: `at=${engineer.token}` },
  });
  sockets.push(socket);
  expect(await refusal(socket)).toMatchObject({ message: 'UNAUTHORIZED' });
});

test('only staff can join the back office', async () => {
  expect(await refusal(dial('/po-chat', { token: engineer.token, platform: 'backend' }))).toMatchObject({
    message: 'FORBIDDEN',
  });
  expect((await joined('/po-chat', expert, { platform: 'backend' })).connected).toBe(true);
});

test('an unknown namespace refuses connections', async () => {
  expect(await refusal(dial('/', { token: engineer.token }))).toMatchObject({ message: 'NOT_FOUND' });
  expect(await refusal(dial('/admin', { token: expert.token }))).toMatchObject({ message: 'Invalid namespace' });
});

test('a message and the new unread count reach the other side, and only the members of the room', async () => {
  const colleague = await joined('/po-chat', await server.signIn('colleague'));
  const received: unknown[] = [];
  colleague.onAny((name) => received.push(name));
  const socket = await joined('/po-chat', expert, { platform: 'backend' });
  const [message, count] = [next(socket, 'receiveMessage'), next(socket, 'unread_count_updated')];
  const sent = await write(engineer, room, 'hello');
  expect(await message).toEqual({ roomId: room, messages: [sent] });
  expect(await count).toMatchObject({ roomId: room, unread: 1, total: 1, seq: at(sent, 'seq') });
  expect(received).toEqual([]);
});

test('get_rooms returns the rooms that the user may see, in the acknowledgement and as an event', async () => {
  const socket = await joined('/po-chat', engineer);
  const event = next(socket, 'chat_rooms');
  const answer = await emit(socket, 'get_rooms', { chatRoomType: 'po' });
  expect(answer).toMatchObject({ ok: true, rooms: [expect.objectContaining({ id: room, type: 7, name: 'Batch 7' })] });
  expect(await event).toEqual(at(answer, 'rooms'));
  expect(await emit(socket, 'get_rooms', { conversation_id: randomUUID() })).toEqual({ ok: true, rooms: [] });
  const stranger = await joined('/po-chat', await server.signIn('engineer'));
  expect(await emit(stranger, 'get_rooms', { conversation_id: room })).toEqual({ ok: true, rooms: [] });
});

test('each room of get_rooms has its newest messages, oldest first', async () => {
  const who = await server.signIn('engineer');
  const to = await resultRoom(who, 'With messages');
  const ids = [at(await write(expert, to, 'one'), 'id'), at(await write(expert, to, 'two'), 'id')];
  const socket = await joined('/po-chat', who);
  for (const query of [{ chatRoomType: 'po' }, { conversation_id: to }]) {
    const answer = await emit(socket, 'get_rooms', query);
    expect((at(answer, 'rooms.0.messages') as { id: string }[]).map(({ id }) => id)).toEqual(ids);
  }
});

test('mark_as_read marks up to the newest of the messages, and notifies other devices of the user', async () => {
  const who = await server.signIn('engineer');
  const to = await resultRoom(who, 'Marks');
  const ids = [at(await write(expert, to, 'one'), 'id'), at(await write(expert, to, 'two'), 'id')];
  const [here, there] = [await joined('/po-chat', who), await joined('/po-chat', who)];
  const count = next(there, 'unread_count_updated');
  expect(await emit(here, 'mark_as_read', { roomId: to, messageIds: [ids[0]] })).toEqual({ ok: true, unread: 1 });
  expect(await count).toMatchObject({ roomId: to, unread: 1 });
  expect(await emit(here, 'mark_as_read', { roomId: to, messageIds: ids })).toEqual({ ok: true, unread: 0 });
});

test('rooms and messages of other users cannot be marked as read', async () => {
  const who = await server.signIn('engineer');
  const to = await resultRoom(who, 'Own');
  const theirs = at(await write(expert, room, 'not yours'), 'id');
  const incoming = at(await write(expert, to, 'yours'), 'id');
  const own = at(await write(who, to, 'mine'), 'id');
  const socket = await joined('/po-chat', who);
  const nothing = { ok: false, code: 'NOT_FOUND', message: 'Nothing was found under this id.' };
  expect(await emit(socket, 'mark_as_read', { roomId: room, messageIds: [theirs] })).toEqual(nothing);
  expect(await emit(socket, 'mark_as_read', { roomId: to, messageIds: [incoming, theirs] })).toEqual(nothing);
  expect(await emit(socket, 'mark_as_read', { roomId: randomUUID(), messageIds: [incoming] })).toEqual(nothing);
  expect(await emit(socket, 'mark_as_read', { roomId: to, messageIds: [newId()] })).toEqual(nothing);
  expect(await emit(socket, 'mark_as_read', { roomId: to, messageIds: [own] })).toEqual({ ok: true, unread: 1 });
  expect(socket.connected).toBe(true);
});

test('malformed events are refused, and the connection stays open', async () => {
  const socket = await joined('/po-chat', engineer);
  const bad = [
    undefined,
    null,
    5,
    'x',
    [],
    {},
    { roomId: 5, messageIds: 'x' },
    { roomId: room, messageIds: [{ id: 1 }] },
    { roomId: "' or 1=1", messageIds: [] },
  ];
  const answers = [
    ...bad.map((mark) => [mark, 'VALIDATION']),
    [JSON.parse('{"__proto__":{"roomId":"x"}}'), 'UNSTORABLE'],
    [{ roomId: 'a\u0000b', messageIds: [] }, 'UNSTORABLE'],
  ];
  for (const [mark, code] of answers) {
    // Each on its own connection, because a connection with many malformed events is closed.
    const other = await joined('/po-chat', engineer);
    expect(await emit(other, 'mark_as_read', mark)).toMatchObject({ ok: false, code });
    other.disconnect();
  }
  socket.emit('mark_as_read');
  socket.emit('mark_as_read', () => undefined, 'not a function');
  socket.emit('get_rooms', Buffer.from([1, 2, 3]), 7);
  expect(await emit(socket, 'drop_table', {})).toMatchObject({ ok: false, code: 'VALIDATION' });
  expect(await emit(socket, 'joinRoom', room)).toMatchObject({ ok: false });
  expect(await emit(socket, 'get_rooms')).toMatchObject({ ok: true });
});

test.each([
  ['get_rooms', 'all'],
  ['get_rooms', 5],
  ['get_rooms', []],
  ['get_rooms', { chatRoomType: {} }],
  ['get_rooms', { chatRoomType: 'everything' }],
  ['get_rooms', { chatRoomType: 1.5 }],
  ['get_rooms', { conversation_id: 'x' }],
  ['get_rooms', { conversation_id: { $ne: null } }],
  ['get_rooms', { conversation_id: [newId()] }],
  ['mark_as_read', { roomId: newId() }],
  ['mark_as_read', { roomId: newId(), messageIds: Array.from({ length: 1001 }, newId) }],
  ['mark_as_read', { roomId: newId(), messageIds: [null] }],
  ['drop_table', {}],
])('the malformed %s with %j is refused with a code, and an error event is sent too', async (event, argument) => {
  const socket = await joined('/po-chat', engineer);
  const shown = next(socket, 'error');
  expect(await emit(socket, event, argument)).toMatchObject({ ok: false, code: 'VALIDATION' });
  expect(await shown).toEqual({
    code: 'VALIDATION',
    message: 'The request has the wrong shape. Check the fields named in details.',
  });
});

test('a malformed push is refused with the invalid fields, and an error event is sent too', async () => {
  const socket = await joined('/sync', engineer);
  const shown = next(socket, 'error');
  expect(await emit(socket, 'sync:push', { protocol: 1 })).toMatchObject({
    ok: false,
    code: 'VALIDATION',
    details: expect.arrayContaining([{ path: expect.any(String), code: expect.any(String) }]),
  });
  expect(await shown).toMatchObject({ message: expect.any(String) });
});

test.each(['/sync', '/po-chat'])(
  'on %s a connection that keeps sending unknown events is closed after a few',
  async (name) => {
    const [loud, other] = [await joined(name, engineer), await joined(name, engineer)];
    const errors: unknown[] = [];
    loud.on('error', (error) => errors.push(error));
    const disconnected = next(loud, 'disconnect');
    for (let i = 0; i < 500; i++) loud.emit(`unknown-${i}`, {});
    await disconnected;
    expect(errors.length).toBeLessThanOrEqual(socketMistakes + 2);
    expect(errors.at(-1)).toEqual({
      code: 'RATE_LIMITED',
      message: 'Too many requests. Wait a moment, then try again.',
    });
    expect(other.connected).toBe(true);
  },
);

test('who asks for all rooms again and again is told when to ask again, on all sockets, and other users are not affected', async () => {
  const who = await server.signIn('engineer');
  const both = await Promise.all([joined('/po-chat', who), joined('/socket/v1', who)]);
  const refused = async (n: number) => at(await emit(both[n % 2] ?? both[0], 'get_rooms'), 'code');
  let asked = 0;
  await until('they are refused', async () => (await refused(asked++)) === 'RATE_LIMITED');
  expect(await emit(await joined('/po-chat', engineer), 'get_rooms')).toMatchObject({ ok: true });
});

test('an unknown event reaches no one, whichever room it names', async () => {
  const stranger = await joined('/po-chat', await server.signIn('engineer'));
  const [own, staff] = [await joined('/po-chat', engineer), await joined('/po-chat', expert, { platform: 'backend' })];
  const heard: unknown[] = [];
  for (const socket of [own, staff]) socket.onAny((...event: unknown[]) => heard.push(event));
  for (const name of ['typing', 'join', 'receiveMessage', 'unread_count_updated', 'error', '__proto__']) {
    expect(await emit(stranger, name, { roomId: room })).toMatchObject({ ok: false, code: 'VALIDATION' });
  }
  expect(await emit(own, 'get_rooms')).toMatchObject({ ok: true });
  expect(heard.map((event) => at(event, '0'))).toEqual(['chat_rooms']);
});

test('a packet over a megabyte closes only its own connection', async () => {
  const [loud, other] = [await joined('/po-chat', engineer), await joined('/po-chat', engineer)];
  const disconnected = next(loud, 'disconnect');
  loud.emit('get_rooms', { chatRoomType: 'x'.repeat(1_100_000) });
  await disconnected;
  expect(await emit(other, 'get_rooms')).toMatchObject({ ok: true });
});

test('more than a hundred events in a second close only their own connection', async () => {
  const [loud, other] = [await joined('/po-chat', engineer), await joined('/po-chat', engineer)];
  const [error, disconnected] = [next(loud, 'error'), next(loud, 'disconnect')];
  for (let i = 0; i < 250; i++) loud.emit('mark_as_read', { roomId: newId(), messageIds: [] });
  expect(await error).toEqual({
    code: 'RATE_LIMITED',
    message: 'Too many requests. Wait a moment, then try again.',
  });
  await disconnected;
  expect(await emit(other, 'get_rooms')).toMatchObject({ ok: true });
});

const changes = {
  'the session is revoked': (id: string) => sql`update sessions set revoked_at = now() where user_id = ${id}`,
  'the account is disabled': (id: string) => sql`update users set disabled_at = now() where id = ${id}`,
};

test.each(Object.entries(changes))('when %s, all of its sockets are closed', async (_what, change) => {
  const who = await server.signIn('engineer');
  const [chat, sync] = [await joined('/po-chat', who), await joined('/sync', who)];
  const events = [next(chat, 'error'), next(sync, 'session.ended'), next(chat, 'disconnect'), next(sync, 'disconnect')];
  await change(who.user.id).execute(server.db);
  const [error, ended] = await Promise.all(events);
  expect(error).toEqual(ended);
  expect(ended).toEqual({ code: 'UNAUTHORIZED', message: 'Unauthorized request' });
});

test('an expert who loses the role is disconnected from the back office', async () => {
  const who = await server.signIn('expert');
  const socket = await joined('/po-chat', who, { platform: 'backend' });
  const disconnected = next(socket, 'disconnect');
  await sql`update users set role = 'USER' where id = ${who.user.id}`.execute(server.db);
  expect(await disconnected).toContain('server disconnect');
});

function handshake(
  origin: string | undefined,
  path = '/socket.io/?EIO=4&transport=websocket',
  target = server,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(target.url);
    const lines = [
      `GET ${path} HTTP/1.1`,
      `host: ${host}`,
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    if (origin !== undefined) lines.push(`origin: ${origin}`);
    const socket = tcp(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.once('data', (bytes) => {
      resolve(bytes.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test('a page of another origin is refused at the handshake', async () => {
  expect(await handshake('https://evil.example')).toContain('403');
  expect(await handshake('null')).toContain('403');
  expect(await handshake('http://localhost:3000.evil.example')).toContain('403');
  expect(await handshake(server.url)).toContain('101');
  expect(await handshake('http://localhost:0')).toContain('101');
  expect(await handshake(undefined)).toContain('101');
  expect(await handshake(server.url, '/elsewhere')).toContain('404');
});

test('an address with too many connections is told to wait', async () => {
  const strict = await startServer({ allowed: { handshakesPerMinute: 5 } });
  try {
    const answers: string[] = [];
    // A new minute may begin in between, so this sends twice as many handshakes as the limit.
    for (let i = 0; i < 11; i++) answers.push(await handshake(undefined, undefined, strict));
    expect(answers.some((line) => line.includes('429'))).toBe(true);
  } finally {
    await strict.close();
  }
});

test('a stopping server tells its sockets when to reconnect, and stops', async () => {
  const leaving = await startServer();
  const who = await leaving.signIn('engineer');
  const socket = dial('/sync', { token: who.token }, leaving.url);
  await next(socket, 'connect');
  const [message, disconnected] = [
    next<{ retryAfterMs: number }>(socket, 'server.leaving'),
    next(socket, 'disconnect'),
  ];
  await leaving.close();
  expect((await message).retryAfterMs).toBeGreaterThan(0);
  await disconnected;
});

// Messages may arrive out of order; each has its position.
test('fifty concurrent messages are each shown once, each at its own position', async () => {
  const socket = await joined('/po-chat', expert, { platform: 'backend' });
  const seen: { id: unknown; seq: number }[] = [];
  const to = await resultRoom(engineer, 'Busy');
  socket.on('receiveMessage', (payload: { roomId: string; messages: { id: string; seq: number }[] }) => {
    if (payload.roomId === to) seen.push(...payload.messages);
  });
  await Promise.all(Array.from({ length: 50 }, (_, i) => write(engineer, to, `m${i}`)));
  await until('all messages have arrived', () => seen.length >= 50);
  expect(new Set(seen.map(({ seq }) => seq)).size).toBe(50);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(50);
});
