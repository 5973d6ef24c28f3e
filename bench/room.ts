import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import { newId } from '../tests/support/users.ts';
import { until } from '../tests/support/until.ts';
import type { Bench } from './bench.ts';
import { RoomClient } from './room-client.ts';
import { quantile } from './stats.ts';
import { type User, makeUsers } from './users.ts';
import { type BenchMessage, message } from './workload.ts';

/** Messages a second. */
const rate = 20;
/** Time in ms in which the last message must have reached all members. */
const patienceMs = 60_000;

/** Member of the room who also writes. */
interface Member {
  send(id: string, text: string): Promise<void>;
  close(): void;
}

interface Listeners {
  /** Called with the ids of the messages that a member has received. */
  received(ids: readonly string[]): void;
  failed(error: unknown): void;
}

/**
 * 200 users online in one room, who write 20 messages a second in turn: the time from when a message is due until a
 * device has the page with it, over all devices, and the processor time of the server and its database for one
 * delivery. The members are this process, and its time is not counted.
 */
export async function room(rig: Bench): Promise<void> {
  const { vfp, ceiling } = rig.servers;
  const users = await makeUsers(rig.databaseUrl, 'expert', rig.atMost(200), 1);
  const [customer] = await makeUsers(rig.databaseUrl, 'engineer', 1, 1);
  if (customer === undefined) throw new Error('there is no customer');
  const seconds = Math.max(1, rig.atMost(30 * rate) / rate);

  for (let round = 0; round < rig.rounds; round++) {
    const opener = await RoomClient.open(vfp.url, customer);
    const roomId = newId();
    const cursor = await opener.push('room.open', { roomId, type: 5 });
    opener.close();
    const members = (listeners: Listeners) =>
      users.map((user) => async () => await ourMember(vfp.url, user, { roomId, cursor }, listeners));
    const bareMembers = (listeners: Listeners) => users.map(() => async () => await bareMember(ceiling.url, listeners));
    const ours = await measured(members, seconds, () => rig.serverCpuMs('vfp'));
    const bare = await measured(bareMembers, seconds, () => rig.serverCpuMs('ceiling'));
    rig.figures.note('room.200.p50', quantile(ours.times, 0.5), quantile(bare.times, 0.5));
    rig.figures.note('room.200.p99', quantile(ours.times, 0.99), quantile(bare.times, 0.99));
    rig.figures.note('room.200.cpu', ours.cpuMs, bare.cpuMs);
  }
}

type Joins = (listeners: Listeners) => (() => Promise<Member>)[];

async function measured(joins: Joins, seconds: number, serverCpuMs: () => number) {
  const dueOf = new Map<string, number>();
  const times: number[] = [];
  const failures: unknown[] = [];
  const members: Member[] = [];
  const listeners: Listeners = {
    received(ids) {
      const now = performance.now();
      for (const due of ids.map((id) => dueOf.get(id))) if (due !== undefined) times.push(now - due);
    },
    failed: (error) => failures.push(error),
  };
  for (const join of joins(listeners)) members.push(await join());
  const before = serverCpuMs();
  await atRate(seconds, async (i, due) => {
    const id = newId();
    dueOf.set(id, due);
    await members[i % members.length]?.send(id, message(i).body);
  });
  const expected = dueOf.size * members.length;
  await until(
    `all of ${expected} deliveries have arrived`,
    () => failures.length > 0 || times.length >= expected,
    patienceMs,
  );
  const cpuMs = (serverCpuMs() - before) / expected;
  for (const member of members) member.close();
  if (failures.length > 0) throw new Error(`${failures.length} pulls have failed`, { cause: failures[0] });
  return { times, cpuMs };
}

/** A member on a device of the product. */
async function ourMember(
  url: string,
  user: User,
  { roomId, cursor }: { roomId: string; cursor: Cursor },
  { received, failed }: Listeners,
): Promise<Member> {
  const client = await RoomClient.open(url, user, {
    cursor,
    received: (events) => received(events.map(({ cmdId }) => cmdId ?? '')),
    failed,
  });
  return {
    send: async (id, content) => void (await client.push('chat.send', { roomId, content, files: [] }, id)),
    close: () => client.close(),
  };
}

/** A member on the ceiling's socket. */
async function bareMember(url: string, { received }: Listeners): Promise<Member> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/bare?reader`, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.on('message', (bytes: Buffer) =>
    received((JSON.parse(bytes.toString()) as BenchMessage[]).map(({ id }) => id)),
  );
  return {
    send: async (id, body) => socket.send(JSON.stringify([{ ...message(0), id, body }])),
    close: () => socket.terminate(),
  };
}

/**
 * Starts work `rate` times a second without waiting for its end.
 * @param work gets the time at which it was due
 */
async function atRate(seconds: number, work: (i: number, due: number) => Promise<void>): Promise<void> {
  const from = performance.now() + 100;
  const waiting: Promise<void>[] = [];
  for (let i = 0; i < rate * seconds; i++) {
    const due = from + (i * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    const each = work(i, due);
    // A failure is reported by `Promise.all` below; until then it is handled.
    each.catch(() => undefined);
    waiting.push(each);
  }
  await Promise.all(waiting);
}
