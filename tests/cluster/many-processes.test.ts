import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { limits } from '#domain/limits.ts';
import { namespaces } from '#domain/protocol/sockets.ts';
import type { Person } from '#domain/users.ts';
import { openSession } from '../../server/sessions.ts';
import { sendMessage } from '../../src/commands/chat-send.ts';
import { openRoom } from '../../src/commands/room-open.ts';
import { type Balancer, balancerOver } from '../support/balancer.ts';
import { type TestDatabase, freshDatabase } from '../support/cluster.ts';
import { type LiveDevice, liveDevice } from '../support/live-device.ts';
import { newId, somebody } from '../support/people.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { at } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Three server processes on one PostgreSQL behind a balancer, and nothing else between them. */

/** Far below the minute after which a device looks without being told. */
const soonMs = limits.safetyPullMs / 6;

let database: TestDatabase;
let dataDir: string;
let servers: [ServerProcess, ServerProcess, ServerProcess];
let balancer: Balancer;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'vfp-processes-'));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn' };
  servers = [await serverProcess(settings), await serverProcess(settings), await serverProcess(settings)];
  await Promise.all(servers.map((each) => each.start()));
  balancer = await balancerOver(servers.map(({ port }) => port));
}, 120_000);

afterAll(async () => {
  await balancer.close();
  await Promise.all(servers.map((each) => each.stop()));
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

// Nothing that happens here is a fault of a server.
afterEach(() => {
  for (const each of servers)
    if (/"level":"error"|unhandled|uncaught/i.test(each.output())) throw new Error(each.output());
});

const urlOf = ({ port }: ServerProcess) => `http://127.0.0.1:${port}`;

interface SignedIn {
  person: Person;
  token: string;
}

async function signIn(kind: Parameters<typeof somebody>[1]): Promise<SignedIn> {
  const person = await somebody(database.db, kind);
  return { person, token: await anotherSession(person) };
}

function anotherSession(person: Person): Promise<string> {
  return openSession(database.db, person.id, { deviceId: null, userAgent: null, remember: true });
}

/** A device on this process, or on whichever the balancer gives it, that hears of what is new. */
async function deviceOn(where: string, { token }: SignedIn): Promise<LiveDevice> {
  const device = await liveDevice(where, token);
  onTestFinished(() => device.close());
  await until('the socket is open', () => device.hears());
  await until('it has caught up', () => device.reports.some(({ type }) => type === 'pull.caughtUp'));
  return device;
}

async function call(where: string, { token }: { token: string }, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${where}/api/v1${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : await response.json();
}

interface Wish {
  cmdId: string;
  type: string;
  args: object;
}

/** The answers to a frame of commands, sent to this process. */
async function push(where: string, who: SignedIn, ...commands: Wish[]): Promise<unknown[]> {
  const numbered = commands.map((command, n) => ({ ...command, n, v: 1 }));
  const envelope = { protocol: 1, clientId: newId(), actor: who.person.id, commands: numbered };
  const results = at(await call(where, who, '/sync/push', envelope), 'results');
  if (!Array.isArray(results)) throw new Error('no results');
  return results;
}

const wish = (type: string, args: object): Wish => ({ cmdId: newId(), type, args });
const saying = (roomId: string, content: string) => wish('chat.send', { roomId, content, files: [] });

/** The texts of a room as the database has them, in its order. */
async function stored(roomId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select data ->> 'content' as text from messages where room_id = ${roomId} order by sseq`.execute(database.db);
  return rows.map(({ text }) => text);
}

/** Waits until the device shows these texts, which is well before it would look by itself. */
async function expectShown(device: LiveDevice, roomId: string, ...texts: string[]): Promise<void> {
  const shown = () => device.shown(roomId);
  await expect.poll(shown, { timeout: soonMs, interval: 25 }).toEqual(expect.arrayContaining(texts));
}

test('what is written on one process is soon there for readers on the others, in both directions', async () => {
  const [first, second, third] = servers.map(urlOf) as [string, string, string];
  const who = await signIn('engineer');
  const lab = await deviceOn(first, who);
  const desk = await deviceOn(third, who);
  const expert = await deviceOn(second, await signIn('expert'));
  const roomId = await openRoom(lab.ctx, { type: 5 });
  await sendMessage(lab.ctx, { roomId, content: 'Cell 7 is swollen.', files: [] });
  await expectShown(expert, roomId, 'Cell 7 is swollen.');
  await sendMessage(expert.ctx, { roomId, content: 'Stop the test.', files: [] });
  await expectShown(lab, roomId, 'Stop the test.');
  await expectShown(desk, roomId, 'Stop the test.');
  expect(await stored(roomId)).toEqual(['Cell 7 is swollen.', 'Stop the test.']);
});

test('the chat events of the specification reach sockets of other processes too', async () => {
  const [first, second] = servers.map(urlOf) as [string, string, string];
  const who = await signIn('engineer');
  const roomId = newId();
  const { token } = await signIn('expert');
  const socket = io(`${second}${namespaces.socketV1}`, { transports: ['websocket'], auth: { token } });
  onTestFinished(() => void socket.disconnect());
  const received: unknown[] = [];
  socket.on('receiveMessage', (packet: unknown) => received.push(packet));
  await until('the socket is open', () => socket.connected);
  await push(first, who, wish('room.open', { roomId, type: 5 }));
  for (const text of ['one', 'two', 'three']) await push(first, who, saying(roomId, text));
  const texts = () =>
    received
      .filter((packet) => at(packet, 'roomId') === roomId)
      .flatMap((packet) => at(packet, 'messages') as unknown[])
      .map((message) => at(message, 'content'));
  await until('the three are told', () => texts().length >= 3, soonMs);
  expect(texts()).toEqual(['one', 'two', 'three']);
});

test('a frame that touches very many rooms is hinted to the other processes as well', async () => {
  const [first, second] = servers.map(urlOf) as [string, string, string];
  const who = await signIn('engineer');
  const reader = await deviceOn(second, who);
  const roomIds = Array.from({ length: limits.locksPerTransaction - 1 }, newId);
  const opened = roomIds.map((roomId) => wish('room.open', { roomId, type: 1 }));
  for (const result of await push(first, who, ...opened)) expect(result).toMatchObject({ s: 'ok' });
  await until('the reader has all rooms', async () => (await reader.ctx.db.rooms.count()) === roomIds.length, soonMs);
  const said = roomIds.map((roomId) => saying(roomId, 'in each'));
  for (const result of await push(first, who, ...said)) expect(result).toMatchObject({ s: 'ok' });
  await expectShown(reader, roomIds.at(-1) ?? '', 'in each: sent');
});

test('who signs out on one process is signed out on all of them within seconds', async () => {
  const [first, second, third] = servers.map(urlOf) as [string, string, string];
  const who = await signIn('engineer');
  const here = await deviceOn(second, who);
  const elsewhere = await deviceOn(third, who);
  const other = await deviceOn(third, { ...who, token: await anotherSession(who.person) });
  await call(first, who, '/auth/logout');
  for (const device of [here, elsewhere]) {
    await until(
      'the device is told',
      () => device.reports.some(({ type }) => type === 'session.refused') && !device.hears(),
      5000,
    );
  }
  await expect(push(second, who, wish('room.open', { roomId: newId(), type: 1 }))).rejects.toThrow('401');
  // The same person's other session goes on.
  expect(other.hears()).toBe(true);
});

test('the ticks of a delivered message cross processes', async () => {
  const [first, second, third] = servers.map(urlOf) as [string, string, string];
  const who = await signIn('engineer');
  const lab = await deviceOn(first, who);
  const desk = await deviceOn(third, who);
  const roomId = await openRoom(lab.ctx, { type: 5 });
  const expert = await deviceOn(second, await signIn('expert'));
  await sendMessage(lab.ctx, { roomId, content: 'Hello?', files: [] });
  await expectShown(expert, roomId, 'Hello?');
  // The next look of the expert's device says that the page before has arrived.
  await sendMessage(lab.ctx, { roomId, content: 'Anybody?', files: [] });
  await expectShown(expert, roomId, 'Anybody?');
  await expectShown(lab, roomId, 'Hello?: delivered');
  await expectShown(desk, roomId, 'Hello?: delivered');
  const { rows } = await sql<{ n: number }>`select delivered_support as n from rooms where id = ${roomId}`.execute(
    database.db,
  );
  expect(rows[0]?.n).toBeGreaterThan(0);
});

test('the same key sent to two processes at once has one effect and one answer', async () => {
  const who = await signIn('engineer');
  const roomId = newId();
  await push(balancer.url, who, wish('room.open', { roomId, type: 7, resultName: roomId }));
  for (let round = 0; round < 10; round++) {
    const command = saying(roomId, `round ${round}`);
    const answers = await Promise.all(servers.flatMap((each) => [1, 2].map(() => push(urlOf(each), who, command))));
    const states = answers.map(([answer]) => at(answer, 's'));
    expect(states.filter((state) => state === 'ok')).toHaveLength(1);
    expect(states.filter((state) => state === 'duplicate')).toHaveLength(servers.length * 2 - 1);
    expect(new Set(answers.map(([answer]) => JSON.stringify(at(answer, 'pos')))).size).toBe(1);
  }
  expect(await stored(roomId)).toEqual(Array.from({ length: 10 }, (_, round) => `round ${round}`));
});

test('what a process committed just before it was stopped is soon there for readers on the others', async () => {
  const [leaving, staying] = servers;
  const who = await signIn('engineer');
  const reader = await deviceOn(urlOf(staying), who);
  const roomId = newId();
  await push(urlOf(leaving), who, wish('room.open', { roomId, type: 1 }));
  await push(urlOf(leaving), who, saying(roomId, 'the last words'));
  await leaving.stop();
  onTestFinished(() => leaving.start());
  await expectShown(reader, roomId, 'the last words: sent');
  expect(await stored(roomId)).toEqual(['the last words']);
});

test('restarted one after the other under traffic, nothing is lost, doubled or turned round', async () => {
  const expert = await deviceOn(balancer.url, await signIn('expert'));
  const writers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const device = await deviceOn(balancer.url, await signIn('engineer'));
      return { device, roomId: await openRoom(device.ctx, { type: 5 }), sent: [] as string[] };
    }),
  );
  const enough = new AbortController();
  const writing = writers.map(async ({ device, roomId, sent }) => {
    while (!enough.signal.aborted) {
      const content = `${roomId}/${sent.length}`;
      await sendMessage(device.ctx, { roomId, content, files: [] });
      sent.push(content);
      // As fast as nobody types, and slow enough that all of it is one story.
      await wait(10);
    }
  });
  const isThrough = async () => {
    const marks = writers.map(({ sent }) => sent.length);
    await until('everything written until now is stored', async () => {
      const counts = await Promise.all(writers.map(async ({ roomId }) => (await stored(roomId)).length));
      return counts.every((count, i) => count >= (marks[i] ?? 0));
    });
  };
  for (const each of servers) {
    await isThrough();
    await each.stop();
    await isThrough();
    await each.start();
  }
  await isThrough();
  enough.abort();
  await Promise.all(writing);
  await isThrough();
  for (const { device, roomId, sent } of writers) {
    expect(sent.length).toBeGreaterThan(30);
    expect(await stored(roomId)).toEqual(sent);
    await expectShown(expert, roomId, sent.at(-1) ?? '');
    expect(await expert.shown(roomId)).toEqual(sent);
    const own = async () => (await device.shown(roomId)).map((text) => text.replace(/: (sent|delivered)$/, ''));
    await expect.poll(own, { timeout: soonMs }).toEqual(sent);
  }
  for (const port of balancer.placed.values()) expect(port).toBeGreaterThan(0);
});

test('started at once on an empty database, they make one demo together', async () => {
  const empty = await freshDatabase();
  onTestFinished(() => empty.close());
  const settings = { DATABASE_URL: empty.url, DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn' };
  const three = await Promise.all(servers.map(() => serverProcess(settings)));
  onTestFinished(async () => void (await Promise.all(three.map((each) => each.stop()))));
  await Promise.all(three.map((each) => each.start()));
  const alone = await freshDatabase();
  onTestFinished(() => alone.close());
  const one = await serverProcess({ ...settings, DATABASE_URL: alone.url });
  onTestFinished(() => one.stop());
  await one.start();
  expect(await contents(empty)).toEqual(await contents(alone));
  expect(three.map((each) => each.output()).filter((text) => text.includes('"level"'))).toEqual([]);
});

/** What the demo has put into a database, counted. */
async function contents({ db }: TestDatabase): Promise<object | undefined> {
  const { rows } = await sql<object>`
    select (select count(*) from users) as people, (select count(*) from messages) as messages,
           (select count(*) from orders) as orders, (select count(*) from events) as events,
           (select count(*) from rooms) as rooms, (select count(*) from idempotency) as commands`.execute(db);
  return rows[0];
}
