import { io } from 'socket.io-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../../support/users.ts';
import { opcodes, openRawSocket, type RawWebSocket } from '../../../support/servers/raw-socket.ts';
import { head, sendRaw } from '../../../support/servers/raw-http.ts';
import { startServer, provideServer } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';
import {
  bytesBeforeJoining,
  otherPacketsPerMinute,
  packetsBeforeJoining,
  refusedJoins,
} from '../../../../server/spine/sockets/sent-packets.ts';

/** What a connection may send that is not an event of a user. */

const server = await provideServer({ proxies: 1, allowed: { handshakesPerMinute: 200 } });
const engineer = await server.signIn('engineer');

/** A join without a session. */
const strange = `40/sync,{"token":"${'x'.repeat(43)}"}`;
const policyViolation = 1008;
const serviceRestart = 1012;
/** A packet that socket.io itself refuses is closed without a code. */
const ends = [policyViolation, 1005, 'cut'];

/** Opens a connection from a network of its own. */
let networks = 0;
async function open(): Promise<RawWebSocket> {
  const socket = await openRawSocket(server.url, `10.1.${++networks}.1`);
  onTestFinished(() => socket.end());
  return socket;
}

/** Opens a connection that has joined `/sync`. */
async function openJoined(who = engineer): Promise<RawWebSocket> {
  const socket = await open();
  socket.send(`40/sync,{"token":"${who.token}"}`);
  await until('the socket has joined', () => socket.texts.some((text) => text.startsWith('40/sync,')));
  return socket;
}

const refusals = ({ texts }: RawWebSocket) => texts.filter((text) => text.startsWith('44/')).length;

/** Waits until the connection is closed. @returns the code of the close; `cut` without one */
async function endOf(socket: RawWebSocket): Promise<number | 'cut'> {
  await until('the connection is closed', () => socket.closeCode() !== undefined || socket.isEnded());
  return socket.closeCode() ?? 'cut';
}

describe('before it has joined a namespace, a connection', () => {
  test('is closed after a few refused joins', async () => {
    const socket = await open();
    for (let i = 1; i <= refusedJoins; i++) {
      socket.send(strange);
      await until('the join is refused', () => refusals(socket) === i);
    }
    expect(socket.closeCode()).toBeUndefined();
    socket.send(strange);
    expect(ends).toContain(await endOf(socket));
  });

  test('is closed at once when it sends thousands of joins, of which only the first few are looked at', async () => {
    const socket = await open();
    socket.flood(strange, 5_000);
    expect(ends).toContain(await endOf(socket));
    expect(refusals(socket)).toBeLessThanOrEqual(packetsBeforeJoining);
  });

  test.each([
    ['pings', 'ping', { opcode: opcodes.ping }],
    ['binary packets', 'x', { opcode: opcodes.binary }],
    ['joins of unknown namespaces', '40/unknown,', {}],
    ['pongs of engine.io', '3', {}],
  ])('is closed when it sends many %s', async (_what, text, options) => {
    const socket = await open();
    for (let i = 0; i <= packetsBeforeJoining; i++) socket.send(text, options);
    expect(ends).toContain(await endOf(socket));
  });

  test('is closed when it sends more bytes than a join has, also as parts of a packet that never ends', async () => {
    const socket = await open();
    socket.send('40/sync,', { isLast: false });
    const part = 'x'.repeat(1024);
    for (let sent = 0; sent <= bytesBeforeJoining; sent += part.length)
      socket.send(part, { opcode: opcodes.part, isLast: false });
    expect(ends).toContain(await endOf(socket));
  });

  test('is cut when it does not confirm that it was closed, whatever it sends on', async () => {
    const socket = await open();
    socket.flood(strange, 50);
    expect(ends).toContain(await endOf(socket));
    const piece = 'x'.repeat(64 * 1024);
    await until('the connection is cut', () => {
      socket.send(piece);
      return socket.isEnded();
    });
    expect(socket.isEnded()).toBe(true);
  });
});

describe('after it has joined, a connection', () => {
  test.each([
    ['pings', 'ping', { opcode: opcodes.ping }],
    ['joins of unknown namespaces', '40/unknown,', {}],
    ['pongs of engine.io', '3', {}],
  ])('is closed when it sends many %s', async (_what, text, options) => {
    const socket = await openJoined();
    for (let i = 0; i <= 2 * otherPacketsPerMinute; i++) socket.send(text, options);
    expect(ends).toContain(await endOf(socket));
    expect(socket.texts.filter((each) => each.startsWith('44/unknown')).length).toBeLessThanOrEqual(
      2 * otherPacketsPerMinute,
    );
  });

  test('is closed when it joins and leaves a namespace without end', async () => {
    const socket = await openJoined();
    const joins = () => socket.texts.filter((text) => text.startsWith('40/po-chat,')).length;
    let rounds = 0;
    await until('the connection is closed', () => {
      if (joins() === rounds) {
        if (rounds++ > 0) socket.send('41/po-chat,');
        socket.send(`40/po-chat,{"token":"${engineer.token}"}`);
      }
      return socket.closeCode() !== undefined || socket.isEnded();
    });
    expect(ends).toContain(await endOf(socket));
    expect(rounds).toBeLessThanOrEqual(otherPacketsPerMinute);
  });

  test('may send as many events as before', async () => {
    const socket = await openJoined();
    const events = 2 * otherPacketsPerMinute;
    for (let i = 0; i < events; i++) {
      socket.send(
        `42/sync,${i}["sync:push",{"protocol":1,"clientId":"${newId()}","actor":"${engineer.user.id}","commands":[]}]`,
      );
    }
    await until(
      'every event is answered',
      () => socket.texts.filter((text) => text.startsWith('43/sync,')).length === events,
    );
    expect(socket.isEnded()).toBe(false);
  });
});

test('each join after the first counts as a handshake of its network, and a refused one is told when to try again', async () => {
  const strict = await startServer({ proxies: 1, allowed: { handshakesPerMinute: 3 } });
  onTestFinished(() => strict.close());
  const who = await strict.signIn('engineer');
  const socket = io(`${strict.url}/sync`, {
    transports: ['websocket'],
    auth: { token: who.token },
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': '10.2.0.1' },
  });
  onTestFinished(() => void socket.disconnect());
  await until('the socket has joined', () => socket.connected);
  const refused: unknown[] = [];
  const chat = socket.io.socket('/po-chat', { auth: { token: who.token } });
  chat.on('connect_error', (error) => refused.push(Reflect.get(error, 'data')));
  await until('a join is refused', async () => {
    if (chat.connected) chat.disconnect();
    else if (!chat.active) chat.connect();
    return refused.length > 0;
  });
  expect(refused[0]).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: expect.any(Number) });
  expect(socket.connected).toBe(true);
});

test('while one network floods the server with joins, users of other networks join', async () => {
  const attackers = '10.3.0.1';
  const over = new AbortController();
  const flood = Array.from({ length: 10 }, async () => {
    while (!over.signal.aborted) {
      const socket = await openRawSocket(server.url, attackers);
      socket.flood(strange, 500);
      await until(
        'the flood is refused',
        () => over.signal.aborted || socket.closeCode() !== undefined || socket.isEnded(),
      );
      socket.end();
    }
  });
  try {
    for (let i = 0; i < 6; i++) expect((await openJoined()).isEnded()).toBe(false);
  } finally {
    over.abort();
    await Promise.all(flood);
  }
});

test.each([
  'EIO=3&transport=websocket',
  'EIO=99&transport=websocket',
  'transport=websocket',
  'EIO=4&transport=polling',
  'EIO=4&transport=websocket&sid=x',
])('an upgrade with %s is refused before the protocol changes', async (query) => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const { status, text } = await sendRaw(server.url, [head('GET', `/socket.io/?${query}`, headers)]);
  expect(status).toBe(400);
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('when the server stops, every connection is closed with the code of a restart, also one that has joined nothing', async () => {
  const stopping = await startServer();
  const { token } = await stopping.signIn('engineer');
  const codes: unknown[] = [];
  const ofClients = Array.from({ length: 10 }, () =>
    io(`${stopping.url}/sync`, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false }),
  );
  for (const socket of ofClients) {
    onTestFinished(() => void socket.disconnect());
    socket.on('connect', () => {
      socket.io.engine.on('close', (_reason, about) => codes.push(Reflect.get(Object(about), 'context')?.code));
    });
  }
  const silent = await Promise.all(Array.from({ length: 10 }, () => openRawSocket(stopping.url)));
  await until('all clients have joined', () => ofClients.every(({ connected }) => connected));
  const stopped = stopping.close();
  await until('all are closed', () => codes.length === 10 && silent.every((each) => each.closeCode() !== undefined));
  expect(new Set([...codes, ...silent.map((each) => each.closeCode())])).toEqual(new Set([serviceRestart]));
  for (const each of silent) each.end();
  await stopped;
});
