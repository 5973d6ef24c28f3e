import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Bench } from './bench.ts';
import { RoomClient } from './room-client.ts';
import { type BenchServer, startBare, startVfp } from './servers.ts';
import { type User, makeUsers } from './users.ts';

const devicesOfUser = 10;

/** Measures the memory that a signed-in socket without traffic adds to the server, after a garbage collection. */
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
  // The first sockets load data that stays in memory: it is not counted for each socket.
  (await open(Math.min(count, 50)))();
  const emptyKb = await settledKb(server);
  const release = await open(count);
  const fullKb = await settledKb(server);
  release();
  await server.stop();
  return (fullKb - emptyKb) / count;
}

/** Returns the memory in kB that the server keeps, once it is steady: work goes on after sockets open and close. */
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

/** Connects each user's device, which stands nowhere. @returns a function that closes them */
async function connect(url: string, users: readonly User[]): Promise<() => void> {
  const open = await inGroups(users, (user) => RoomClient.open(url, user));
  return () => {
    for (const client of open) client.close();
  };
}

/** Opens `count` bare sockets and keeps them open. @returns a function that closes them */
async function hold(url: string, count: number): Promise<() => void> {
  const open = await inGroups(Array.from({ length: count }), async () => {
    const ws = new WebSocket(url, { perMessageDeflate: false });
    await once(ws, 'open');
    return ws;
  });
  return () => {
    for (const ws of open) ws.terminate();
  };
}

/** Opens one of each, fifty at a time. */
async function inGroups<T, R>(all: readonly T[], open: (each: T) => Promise<R>): Promise<R[]> {
  const opened: R[] = [];
  for (let i = 0; i < all.length; i += 50) opened.push(...(await Promise.all(all.slice(i, i + 50).map(open))));
  return opened;
}
