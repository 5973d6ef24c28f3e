import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Bench } from './bench.ts';
import { LightSocket } from './light-socket.ts';
import { type BenchServer, startBare, startVfp } from './servers.ts';
import { type User, makeUsers } from './users.ts';

const devicesOfUser = 10;

/** Memory that a signed-in socket without traffic keeps: what the server keeps after collecting its garbage, with and without them. */
export async function idle(rig: Bench): Promise<void> {
  const sockets = rig.atMost(2000);
  const users = await makeUsers(rig.databaseUrl, 'engineer', Math.ceil(sockets / devicesOfUser), devicesOfUser);
  for (let round = 0; round < rig.rounds; round++) {
    const server = await startVfp(rig);
    const ours = await keptEach(server, sockets, (count) => connect(server.url, users.slice(0, count)));
    const bare = await startBare();
    const beside = await keptEach(bare, sockets, (count) => hold(bare.url, count));
    rig.figures.note('idle.memory', ours, beside);
  }
}

/**
 * @param open opens so many sockets
 * @returns KB per socket
 */
async function keptEach(
  server: BenchServer,
  count: number,
  open: (count: number) => Promise<() => void>,
): Promise<number> {
  // What the first sockets load for good is not part of each.
  (await open(Math.min(count, 50)))();
  const emptyKb = await settledKb(server);
  const release = await open(count);
  const fullKb = await settledKb(server);
  release();
  await server.stop();
  return (fullKb - emptyKb) / count;
}

/** What the server keeps once that no longer changes: opening and closing have work after them. */
async function settledKb(server: BenchServer): Promise<number> {
  let before = await server.keptKb();
  for (let i = 0; i < mostReadings; i++) {
    await wait(1000);
    const now = await server.keptKb();
    if (Math.abs(now - before) < steadyKb) return now;
    before = now;
  }
  throw new Error('The memory of the server does not settle.');
}

const steadyKb = 200;
const mostReadings = 30;

async function connect(url: string, users: readonly User[]): Promise<() => void> {
  const open: LightSocket[] = [];
  const left = [...users];
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      for (let user = left.pop(); user !== undefined; user = left.pop()) {
        open.push(await LightSocket.open(url, user.token));
      }
    }),
  );
  return () => {
    for (const socket of open) socket.end();
  };
}

/** Opens `count` bare sockets and keeps them open. @returns a function that closes them */
async function hold(url: string, count: number): Promise<() => void> {
  const open: WebSocket[] = [];
  for (let i = 0; i < count; i += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, count - i) }, async () => {
        const ws = new WebSocket(url, { perMessageDeflate: false });
        open.push(ws);
        await once(ws, 'open');
      }),
    );
  }
  return () => {
    for (const ws of open) ws.terminate();
  };
}
