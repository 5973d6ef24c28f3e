import { io, Manager, type Socket } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { patience } from '../../../support/patience.ts';
import { provideServer, type SignedIn } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';
import { socketsPerUser } from '../../../../server/spine/sockets/connection-limit.ts';

/** How many connections one user may have open, however they are opened. */

const managers: Manager[] = [];
const raw: WebSocket[] = [];

const server = await provideServer();
afterEach(() => {
  for (const manager of managers.splice(0)) manager.engine?.close();
  for (const socket of raw.splice(0)) socket.terminate();
});

const limit = socketsPerUser;

/** Opens a tab: one connection that joins these namespaces. */
async function tab(who: SignedIn, ...names: string[]): Promise<Socket[]> {
  const manager = new Manager(server.url, { transports: ['websocket'], reconnection: false });
  managers.push(manager);
  return Promise.all(names.map((name) => joined(manager.socket(name, { auth: { token: who.token } }))));
}

function joined(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

const tabs = (who: SignedIn, count: number, ...names: string[]) =>
  Promise.all(Array.from({ length: count }, () => tab(who, ...names)));

/** A raw client of the protocol. It joins `/sync`, then sends the text `then` and resolves. */
function rawClient(who: SignedIn, then: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  raw.push(socket);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (bytes: Buffer) => {
      const text = bytes.toString();
      if (text.startsWith('0')) socket.send(`40/sync,${JSON.stringify({ token: who.token })}`);
      if (text === '2') socket.send('3');
      if (text.startsWith('44/sync')) reject(new Error(text));
      if (!text.startsWith('40/sync')) return;
      socket.send(then);
      resolve(socket);
    });
  });
}

const code = 'TOO_MANY_CONNECTIONS';
const tooMany = expect.objectContaining({
  message: code,
  data: expect.objectContaining({ code, retryAfterMs: 60_000 }),
});

test('a connection that has left its last namespace is closed by the server', async () => {
  const who = await server.signIn('engineer');
  for (let i = 0; i < limit + 5; i++) {
    const socket = await rawClient(who, '41/sync,');
    await until('the connection is closed', () => socket.readyState === WebSocket.CLOSED);
  }
  expect(await tab(who, '/sync')).toHaveLength(1);
});

test('a client that leaves one of two namespaces keeps its connection', async () => {
  const who = await server.signIn('engineer');
  const [sync, chat] = (await tab(who, '/sync', '/po-chat')) as [Socket, Socket];
  chat.disconnect();
  // The push is malformed, but its reply shows that the connection is open.
  await expect(sync.timeout(patience.condition).emitWithAck('sync:push', {})).resolves.toMatchObject({
    code: 'VALIDATION',
  });
});

test('all tabs of a user are counted together, whichever namespaces they have joined', async () => {
  const who = await server.signIn('engineer');
  await tabs(who, limit / 2, '/sync');
  await tabs(who, limit / 2, '/po-chat');
  await expect(tab(who, '/sync')).rejects.toEqual(tooMany);
  await expect(tab(who, '/po-chat')).rejects.toEqual(tooMany);
  expect(await tab(await server.signIn('engineer'), '/sync')).toHaveLength(1);
});

test('a tab that joins several namespaces counts once', async () => {
  const who = await server.signIn('engineer');
  const open = await tabs(who, limit, '/sync', '/po-chat');
  expect(open.flat().filter(({ connected }) => connected)).toHaveLength(2 * limit);
  await expect(tab(who, '/sync')).rejects.toEqual(tooMany);
  managers[0]?.engine.close();
  await until('another tab can connect', async () => (await tab(who, '/sync')).length === 1);
});

test('of too many concurrent connections, only the permitted number is accepted', async () => {
  const who = await server.signIn('engineer');
  const attempts = await Promise.allSettled(
    Array.from({ length: limit + 20 }, async () => {
      const socket = io(`${server.url}/sync`, {
        transports: ['websocket'],
        auth: { token: who.token },
        forceNew: true,
        reconnection: false,
      });
      managers.push(socket.io);
      return joined(socket);
    }),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit);
});
