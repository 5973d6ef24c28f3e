import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectSocket, type SocketConnection } from '../../../src/net/socket.ts';
import { until } from '../../support/until.ts';

/** Connects to a real socket.io server; `visits` lists the joined namespaces, each with its `auth` values. */
const nothing = () => undefined;
let io: Server;
let line: SocketConnection;
let failures: string[];
let visits: string[];
let ends: string[];

beforeEach(async () => {
  const http = createServer();
  io = new Server(http, { transports: ['websocket'] });
  visits = [];
  failures = [];
  ends = [];
  for (const name of ['/sync', '/po-chat', '/socket/v1']) {
    io.of(name).on('connection', ({ handshake }) => visits.push([name, ...Object.values(handshake.auth)].join(' ')));
  }
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  line = connectSocket(
    () => 'secret',
    {
      opened: nothing,
      failed: nothing,
      refused: nothing,
      closed: () => ends.push(line.isOpen() ? 'still open' : 'closed'),
      sync: {},
      chat: { error: ({ message }) => failures.push(message) },
    },
    `http://127.0.0.1:${port}`,
  );
});

afterEach(async () => {
  line.close();
  await io.close();
});

const visitorsOf = (name: string): number => io.of(name).sockets.size;

test('a chat namespace is joined where the specification says, and while the floating box is open', async () => {
  line.visit({ path: '/chat/general', boxOpen: false });
  await until('the hints are joined', () => visitorsOf('/sync') === 1);
  expect(visits).toEqual(['/sync secret']);
  line.visit({ path: '/chat/general', boxOpen: true });
  await until('the box speaks of orders', () => visitorsOf('/po-chat') === 1);
  line.visit({ path: '/one-stop-order/history', boxOpen: false });
  line.visit({ path: '/chat/chat-with-expert', boxOpen: false });
  await until('the experts are joined, the orders left', () => {
    return visitorsOf('/socket/v1') === 1 && visitorsOf('/po-chat') === 0;
  });
  expect(visits).toEqual(['/sync secret', '/po-chat secret', '/socket/v1 secret']);
});

test("in the back office the handshake says so, also after coming from the user's pages", async () => {
  line.visit({ path: '/chat/chat-with-expert', boxOpen: false });
  await until('a customer is there', () => visits.includes('/socket/v1 secret'));
  line.visit({ path: '/admin/expert-chat-messages', boxOpen: false });
  await until('staff is there', () => visits.includes('/socket/v1 secret backend'));
  line.visit({ path: '/admin/po-chat', boxOpen: false });
  await until('staff hears of orders', () => visits.includes('/po-chat secret backend'));
  expect(visits).toEqual(['/sync secret', '/socket/v1 secret', '/socket/v1 secret backend', '/po-chat secret backend']);
});

test('an error of the server arrives once, however often the chat was left and joined', async () => {
  for (let visit = 1; visit <= 3; visit++) {
    line.visit({ path: '/chat/chat-with-expert', boxOpen: false });
    await until('joined', () => visits.filter((name) => name.startsWith('/socket/v1')).length === visit);
    line.visit({ path: '/chat/general', boxOpen: false });
    await until('left', () => visitorsOf('/socket/v1') === 0);
  }
  line.visit({ path: '/chat/chat-with-expert', boxOpen: false });
  await until('joined', () => visitorsOf('/socket/v1') === 1);
  io.of('/socket/v1').emit('error', { message: 'Too many requests.' });
  await until('told', () => failures.length > 0);
  expect(failures).toEqual(['Too many requests.']);
});

test('a chat that is refused for the moment, or that the server ends, is joined again', async () => {
  const soonest = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => soonest.mockRestore());
  let refusals = 1;
  io.of('/socket/v1').use((_socket, next) => next(refusals-- > 0 ? new Error('UNAVAILABLE') : undefined));
  line.visit({ path: '/chat/chat-with-expert', boxOpen: false });
  await until('joined at the second try', () => visitorsOf('/socket/v1') === 1);
  io.of('/socket/v1').disconnectSockets();
  await until('joined again', () => visits.filter((name) => name.startsWith('/socket/v1')).length === 2);
  expect(visits).toEqual(['/sync secret', '/socket/v1 secret', '/socket/v1 secret']);
});

test('when asked to close, it leaves the server, reports that once, and does not reconnect', async () => {
  line.visit({ path: '/chat/chat-with-expert', boxOpen: false });
  await until('all is joined', () => visitorsOf('/sync') + visitorsOf('/socket/v1') === 2);
  line.close();
  line.close();
  await until('it says so', () => ends.length > 0);
  await until('the server knows', () => visitorsOf('/sync') + visitorsOf('/socket/v1') === 0);
  await until('the connection is gone, too', () => io.engine.clientsCount === 0);
  line.visit({ path: '/one-stop-order/history', boxOpen: false });
  expect(line.isOpen()).toBe(false);
  expect(ends).toEqual(['closed']);
  expect(io.engine.clientsCount).toBe(0);
});
