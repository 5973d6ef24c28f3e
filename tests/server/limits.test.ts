import { connect, type Socket as Tcp } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import type { CallerLimits } from '../../server/ground/config.ts';
import { newId, wish } from '../support/users.ts';
import { at, figure, startServer, type SignedIn, type TestServer } from '../support/servers/server.ts';
import { openRawSocket } from '../support/servers/raw-socket.ts';
import { until } from '../support/until.ts';
import { slowReaderRetryMs } from '../../server/spine/sockets/slow-readers.ts';
import { handshakesAtOnce } from '../../server/spine/sockets/session-watch.ts';
import { socketPacketBytes } from '../../server/spine/sockets/attach.ts';
import { messageChars } from '#domain/chat/text-lengths.ts';
import { pushCommands } from '#domain/spine/wire/sync.ts';

/** Limits for one user, one address and one connection, and when a refused client may retry. */

async function strict(allowed: Partial<CallerLimits>): Promise<TestServer> {
  const server = await startServer({ allowed });
  onTestFinished(() => server.close());
  return server;
}

function openSocket(server: TestServer, name: string, { token }: SignedIn): Socket {
  const socket = io(server.url + name, { transports: ['websocket'], auth: { token }, reconnection: false });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

const pushOf = (who: SignedIn, ...commands: object[]) => {
  return {
    protocol: 1,
    clientId: newId(),
    actor: who.user.id,
    commands: commands.map((each, n) => ({ n, ...each })),
  };
};

test('a user over the limit must wait, from any address, and earlier replies say how much is left', async () => {
  const server = await strict({ userPerMinute: 5 });
  const [busy, other] = [await server.signIn('engineer'), await server.signIn('engineer')];
  const ask = (who: SignedIn, remoteAddress: string) =>
    server.app.inject({ url: '/api/v1/users/me', remoteAddress, headers: { authorization: `Bearer ${who.token}` } });
  const first = await ask(busy, '10.0.0.1');
  expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' });
  // A new minute may begin in between, so this sends twice as many requests as the limit.
  const answers = [];
  for (let i = 0; i < 11; i++) answers.push(await ask(busy, `10.0.0.${i + 2}`));
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(refused?.json()).toMatchObject({ code: 'RATE_LIMITED' });
  expect(refused?.headers).toMatchObject({ 'x-ratelimit-remaining': '0' });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await ask(other, '10.0.0.1')).statusCode).toBe(200);
});

test('pushes over the socket count towards the same limit', async () => {
  const server = await strict({ userPerMinute: 5 });
  const who = await server.signIn('engineer');
  const socket = openSocket(server, '/sync', who);
  await until('the socket is open', () => socket.connected);
  const answers: unknown[] = [];
  for (let i = 0; i < 11; i++) answers.push(await socket.emitWithAck('sync:push', pushOf(who)));
  expect(answers[0]).toMatchObject({ ok: true });
  expect(answers.filter((answer) => at(answer, 'code') === 'RATE_LIMITED').length).toBeGreaterThan(0);
  // The reply asks the client to wait; the client stays connected.
  expect(socket.connected).toBe(true);
});

test('a push that is too large is refused, also over the socket', async () => {
  const server = await strict({});
  const who = await server.signIn('engineer');
  const tooMany = Array.from({ length: pushCommands + 1 }, () => wish('room.open', { roomId: newId(), type: 1 }));
  const post = (body: object) => server.request(who, 'POST', '/sync/push', body);
  expect(await post(pushOf(who, ...tooMany))).toMatchObject({ status: 400 });
  const long = wish('chat.send', { roomId: newId(), content: 'x'.repeat(socketPacketBytes), files: [] });
  expect(await post(pushOf(who, long))).toMatchObject({ status: 413 });
  const socket = openSocket(server, '/sync', who);
  await until('the socket is open', () => socket.connected);
  expect(await socket.emitWithAck('sync:push', pushOf(who, ...tooMany))).toMatchObject({
    ok: false,
    code: 'VALIDATION',
  });
  socket.emit('sync:push', pushOf(who, long));
  await until('the socket is closed', () => !socket.connected);
});

test('a client that does not read is disconnected with a time to retry, and others are not affected', async () => {
  const server = await strict({ unreadBytes: 256 * 1024 });
  const [slow, quick] = [await server.signIn('expert'), await server.signIn('expert')];
  const writer = await server.signIn('engineer');
  const slowSocket = openSocket(server, '/sync', slow);
  const chat = slowSocket.io.socket('/socket/v1', { auth: { token: slow.token } }).connect();
  const reader = openSocket(server, '/sync', quick);
  const reading = reader.io.socket('/socket/v1', { auth: { token: quick.token } }).connect();
  await until('all sockets are open', () => [slowSocket, chat, reader, reading].every((each) => each.connected));
  const leaveMessages: unknown[] = [];
  slowSocket.on('server.leaving', (message: unknown) => leaveMessages.push(message));
  let shown = 0;
  reading.on('receiveMessage', ({ messages }: { messages: unknown[] }) => (shown += messages.length));

  const network = tcpOf(slowSocket);
  network.pause();
  const roomId = newId();
  await server.request(writer, 'POST', '/sync/push', pushOf(writer, wish('room.open', { roomId, type: 5 })));
  let written = 0;
  await until('the server has disconnected the slow reader', async () => {
    const content = 'x'.repeat(messageChars);
    const frame = Array.from({ length: 20 }, () => wish('chat.send', { roomId, content, files: [] }));
    const { status } = await server.request(writer, 'POST', '/sync/push', pushOf(writer, ...frame));
    expect(status).toBe(200);
    written += frame.length;
    return (await figure(server, 'vfp_slow_readers_total')) === 1;
  });
  network.resume();
  await until('the slow reader is disconnected', () => !slowSocket.connected);
  expect(leaveMessages).toEqual([{ retryAfterMs: slowReaderRetryMs }]);
  await until('the other client has every message', () => shown === written);
  expect(reader.connected).toBe(true);
});

/** The network connection under a socket of the client. */
function tcpOf({ io: { engine } }: Socket): Tcp {
  const found: unknown = Reflect.get(Object(Reflect.get(engine.transport, 'ws')), '_socket');
  return found as Tcp;
}

test('of many simultaneous connections only the permitted number is accepted, and the rest are told when to retry', async () => {
  const server = await startServer({ proxies: 1 });
  onTestFinished(() => server.close());
  const answers: string[] = [];
  const { port } = new URL(server.url);
  const attempts = Array.from({ length: handshakesAtOnce + 20 }, async () => {
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write(
      [
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
        `host: 127.0.0.1:${port}`,
        'connection: Upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    );
    await new Promise<void>((resolve) => {
      socket.once('data', (bytes: Buffer) => {
        answers.push(bytes.toString());
        resolve();
      });
    });
  });
  await Promise.all(attempts);
  const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 101'))).toHaveLength(handshakesAtOnce);
  expect(refused).toHaveLength(20);
  for (const answer of refused) expect(answer).toMatch(/retry-after: [1-5]\r\n/);
  // The network with the most connections gives way to one with few.
  const other = await openRawSocket(server.url, '10.6.0.1');
  onTestFinished(() => other.end());
  expect(other.texts).toHaveLength(1);
});
