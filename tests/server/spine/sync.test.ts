import { gunzipSync } from 'node:zlib';
import { productSettings } from '#domain/assistant/settings.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  BriefPushReply,
  Cursor,
  PullReply,
  PushBody,
  PushReply,
  SnapshotLine,
  WireEvent,
} from '#domain/spine/wire/sync.ts';
import { hasPassed, resultsOf, pullEvents, pushBytes } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { Answering } from '../../../server/assistant/answering/answering.ts';
import { buildApp } from '../../../server/app.ts';
import { createBus } from '../../../server/spine/bus/push.ts';
import { saveDelivered } from '../../../server/chat/store/rooms.ts';
import { snapshotOf } from '../../../server/start/snapshot.ts';
import { createNouns } from '../../../server/start/nouns.ts';
import type { IncomingCommand } from '../../../server/spine/bus/parse.ts';
import { readConfig } from '../../../server/ground/config.ts';
import { createHints } from '../../../server/spine/feed/hints.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { buildIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { type TestDatabase, freshDatabase } from '../../support/database/cluster.ts';
import { newId, noInvoicing, somebody, wish } from '../../support/users.ts';
import { at } from '../../support/servers/server.ts';

/** Push, pull, snapshot and hints, as a device uses them. */

let database: TestDatabase;
let app: FastifyInstance;
let address: string;

interface SignedIn {
  user: User;
  token: string;
}

/** What the routes of this file do not use. */
const unused = {
  assistantSettings: () => ({ version: 0, settings: productSettings }),
  reloadKnowledge: () => Promise.resolve(),
  knowledgeIsCurrent: () => Promise.resolve(),
  fileTexts: { textsOf: async () => new Map<string, never>() },
};

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const hints = await createHints(undefined);
  const index = buildIndex([]);
  const knowledge = () => index;
  const bus = createBus({ db, log: silentLog, hints, nouns: createNouns({ db, knowledge, invoicing: noInvoicing }) });
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DATA_DIR: '/tmp/vfp-sync-test',
    DEMO: '0',
    DATABASE_URL: database.url,
  });
  const answering = new Answering({
    db,
    hints,
    log: silentLog,
    model: undefined,
    settings: () => productSettings,
    assistantName: 'VFP_Bot',
  });
  app = await buildApp({
    config,
    db,
    bus,
    knowledge,
    answering,
    ...unused,
    snapshotOf,
    saveDelivered,
    hints,
    log: silentLog,
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function signedIn(kind: Parameters<typeof somebody>[1]): Promise<SignedIn> {
  const user = await somebody(database.db, kind);
  const token = await openSession(database.db, user.id, { deviceId: null, userAgent: null, remember: true });
  return { user, token };
}

async function post(who: SignedIn, path: string, body: object) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1/sync/${path}`,
    headers: { authorization: `Bearer ${who.token}` },
    payload: body,
  });
  return { status: response.statusCode, body: response.json<object>(), text: response.body, headers: response.headers };
}

function envelope(who: SignedIn, commands: IncomingCommand[]): object {
  const numbered = commands.map((command, n) => ({ ...command, n, deps: [] }));
  return { protocol: 1, clientId: newId(), actor: who.user.id, commands: numbered };
}

async function push(who: SignedIn, ...commands: IncomingCommand[]): Promise<PushReply> {
  const { status, text } = await post(who, 'push', envelope(who, commands));
  expect(status).toBe(200);
  const reply: PushReply = JSON.parse(text);
  return reply;
}

async function snapshot(who: SignedIn, query = ''): Promise<SnapshotLine[]> {
  const response = await app.inject({
    url: `/api/v1/sync/snapshot${query}`,
    headers: { authorization: `Bearer ${who.token}` },
  });
  expect(response.statusCode).toBe(200);
  const lines = response.body.trim().split('\n');
  return lines.map((line): SnapshotLine => JSON.parse(line));
}

function positionOf(lines: SnapshotLine[]): Cursor {
  const [first] = lines;
  if (first === undefined || !('pos' in first)) throw new Error('the snapshot has no position');
  return first.pos;
}

async function pullAll(who: SignedIn, from: Cursor): Promise<{ events: WireEvent[]; cursor: Cursor }> {
  const events: WireEvent[] = [];
  for (let cursor = from; ;) {
    const { text } = await post(who, 'pull', { cursor, limit: pullEvents });
    const reply: PullReply = JSON.parse(text);
    if (!('events' in reply)) throw new Error(JSON.stringify(reply));
    events.push(...reply.events);
    cursor = reply.next;
    if (!reply.more) return { events, cursor };
  }
}

function passed(cursor: Cursor, position: Cursor | null): boolean {
  return position !== null && hasPassed(cursor, position);
}

function connect(who: SignedIn): Promise<Socket> {
  const socket = io(`${address}/sync`, { transports: ['websocket'], auth: { token: who.token }, reconnection: false });
  return new Promise((done, fail) => {
    socket.once('connect', () => done(socket));
    socket.once('connect_error', fail);
  });
}

function next<T>(socket: Socket, name: string): Promise<T> {
  return new Promise((done) => socket.once(name, done));
}

test('other devices pull pushed events in order, and the sender sees when its pull has passed them', async () => {
  const engineer = await signedIn('engineer');
  const expert = await signedIn('expert');
  const [engineersStart, expertsStart] = [positionOf(await snapshot(engineer)), positionOf(await snapshot(expert))];
  const roomId = newId();
  const reply = await push(
    engineer,
    wish('room.open', { roomId, type: 7, resultName: 'r1' }),
    wish('chat.send', { roomId, content: 'one', files: [] }),
    wish('chat.send', { roomId, content: 'two', files: [] }),
  );
  expect(reply.results.map(({ s }) => s)).toEqual(['ok', 'ok', 'ok']);
  const own = await pullAll(engineer, engineersStart);
  expect(own.events.map(({ type }) => type)).toEqual(['room.opened', 'member.added', 'message.sent', 'message.sent']);
  expect(passed(own.cursor, reply.cursorHint)).toBe(true);
  const seen = await pullAll(expert, expertsStart);
  expect(seen.events.filter(({ stream }) => stream === `room:${roomId}`).map(({ sseq }) => sseq)).toEqual([1, 2, 3]);
  expect(seen.events.some(({ stream }) => stream === `user:${engineer.user.id}`)).toBe(false);
});

test('a device that understands it is told with one position that all its commands were accepted', async () => {
  const engineer = await signedIn('engineer');
  const roomId = newId();
  await push(engineer, wish('room.open', { roomId, type: 7, resultName: 'r1' }));
  const sends = ['one', 'two'].map((content) => wish('chat.send', { roomId, content, files: [] }));
  const brief = async (commands: IncomingCommand[]) =>
    (await post(engineer, 'push', { ...envelope(engineer, commands), brief: true })).body as BriefPushReply;
  const reply = await brief(sends);
  expect(reply).toEqual({ accepted: expect.objectContaining({ seq: expect.any(Number) }) });
  const body = { commands: sends } as unknown as PushBody;
  expect(resultsOf(body, reply).results).toEqual([
    { cmdId: sends[0]?.cmdId, s: 'ok', pos: at(reply, 'accepted') },
    { cmdId: sends[1]?.cmdId, s: 'ok', pos: at(reply, 'accepted') },
  ]);
  const third = wish('chat.send', { roomId, content: 'three', files: [] });
  expect(await brief([third, ...sends])).toMatchObject({
    results: [{ s: 'ok' }, { s: 'duplicate' }, { s: 'duplicate' }],
  });
  const refused = wish('chat.send', { roomId: newId(), content: 'four', files: [] });
  expect(await brief([refused])).toMatchObject({ results: [{ cmdId: refused.cmdId, s: 'rejected' }] });
});

test('a user pulls no events of other users, and experts pull none of a room with the assistant', async () => {
  const engineer = await signedIn('engineer');
  const expert = await signedIn('expert');
  const customer = await signedIn('customer');
  const [expertsStart, customersStart] = [positionOf(await snapshot(expert)), positionOf(await snapshot(customer))];
  const roomId = newId();
  await push(engineer, wish('room.open', { roomId, type: 1 }));
  await push(
    engineer,
    wish('order.patch', { orderId: newId(), changes: [{ path: 'quantity', value: 3, base: null }] }),
  );
  const [byExpert, byCustomer] = await Promise.all([pullAll(expert, expertsStart), pullAll(customer, customersStart)]);
  expect(byExpert.events.map(({ type }) => type)).toEqual(['order.created', 'order.patched']);
  expect(byCustomer.events).toEqual([]);
  const lines = await snapshot(customer, `?streams=room:${roomId},user:${engineer.user.id}`);
  expect(lines.slice(1)).toEqual([{ gone: `room:${roomId}` }, { gone: `user:${engineer.user.id}` }, { end: true }]);
});

test('a colleague with the pass reads the company’s orders', async () => {
  const engineer = await signedIn('engineer');
  const colleague = await signedIn('colleague');
  const from = positionOf(await snapshot(colleague));
  const orderId = newId();
  await push(engineer, wish('order.patch', { orderId, changes: [{ path: 'quantity', value: 3, base: null }] }));
  expect((await pullAll(colleague, from)).events.map(({ stream }) => stream)).toContain(`order:${orderId}`);
  expect((await snapshot(colleague)).some((line) => 'stream' in line && line.stream === `order:${orderId}`)).toBe(true);
});

function pageIn(bytes: Buffer): { events: WireEvent[]; next: Cursor } {
  return JSON.parse(bytes.toString());
}

test('a large page of the log is compressed for devices that can read that, and is the same page', async () => {
  const engineer = await signedIn('engineer');
  const from = positionOf(await snapshot(engineer));
  const roomId = newId();
  const many = Array.from({ length: 40 }, (_, i) => wish('chat.send', { roomId, content: `m${i}`, files: [] }));
  await push(engineer, wish('room.open', { roomId, type: 7, resultName: 'many' }), ...many);
  const pull = async (cursor: Cursor, encoding: string) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/sync/pull',
      headers: { authorization: `Bearer ${engineer.token}`, 'accept-encoding': encoding },
      payload: { cursor, limit: 100 },
    });
    return { bytes: response.rawPayload, encoding: response.headers['content-encoding'] };
  };
  const [plain, packed] = [await pull(from, 'identity'), await pull(from, 'gzip, deflate, br')];
  expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip']);
  const reply = pageIn(plain.bytes);
  expect(pageIn(gunzipSync(packed.bytes)).events).toEqual(reply.events);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
  expect((await pull(reply.next, 'gzip')).encoding).toBeUndefined();
});

test('a snapshot contains the newest fifty messages of a room, the user and the catalog, and ends with its end marker', async () => {
  const engineer = await signedIn('engineer');
  const roomId = newId();
  const many = Array.from({ length: 70 }, (_, i) => wish('chat.send', { roomId, content: `m${i}`, files: [] }));
  await push(engineer, wish('room.open', { roomId, type: 7, resultName: 'many' }), ...many);
  const lines = await snapshot(engineer);
  const rows = (stream: string) =>
    lines.flatMap((line) => ('stream' in line && line.stream === stream ? [line.rows] : []))[0];
  const newest = Array.from({ length: 50 }, (_, i) => expect.objectContaining({ content: `m${i + 20}` }));
  expect(rows(`room:${roomId}`)?.messages).toEqual(newest);
  expect(rows(`user:${engineer.user.id}`)?.me).toMatchObject({ id: engineer.user.id, flags: { isAdmin: false } });
  expect(rows('catalog')).toEqual({ knowledge: [] });
  expect(lines.at(-1)).toEqual({ end: true });
});

test('the knowledge base is sent to users who may ask the assistant, and to trials with questions left', async () => {
  const knowledgeFor = async (kind: Parameters<typeof signedIn>[0], used = 0) => {
    const who = await signedIn(kind);
    await sql`update users set question_usage = ${used} where id = ${who.user.id}`.execute(database.db);
    const lines = await snapshot(who);
    const found = lines.find((line) => 'stream' in line && line.stream === 'catalog');
    return (at(found, 'rows.knowledge') as unknown[]).map((entry) => at(entry, 'id'));
  };
  await sql`insert into knowledge (id, large, medium, small, question, answer, status)
    values ('only-one', 'a', 'b', 'c', 'How wide?', '46 mm', 'published')`.execute(database.db);
  try {
    expect(await knowledgeFor('engineer')).toEqual(['only-one']);
    expect(await knowledgeFor('trial', 9)).toEqual(['only-one']);
    expect(await knowledgeFor('trial', 10)).toEqual([]);
    // A plan without the assistant needs no knowledge base.
    expect(await knowledgeFor('freeTrial')).toEqual([]);
  } finally {
    await sql`delete from knowledge where id = 'only-one'`.execute(database.db);
  }
});

test('an invalid push or pull is refused as a whole with the reason, and an invalid command by itself', async () => {
  const engineer = await signedIn('engineer');
  const other = await signedIn('customer');
  const from = positionOf(await snapshot(engineer));
  expect(await post({ ...engineer, token: 'x' }, 'pull', { cursor: from, limit: 1 })).toMatchObject({ status: 401 });
  const foreign = { ...envelope(other, []), actor: other.user.id };
  expect(await post(engineer, 'push', foreign)).toMatchObject({ status: 409, body: { code: 'ACTOR_MISMATCH' } });
  const newer = { ...envelope(engineer, []), protocol: 9 };
  expect(await post(engineer, 'push', newer)).toMatchObject({ status: 426, body: { code: 'CLIENT_TOO_OLD' } });
  expect(await post(engineer, 'push', { protocol: 1 })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  const large = envelope(engineer, [
    wish('chat.send', { roomId: newId(), content: 'x'.repeat(pushBytes * 2), files: [] }),
  ]);
  expect(await post(engineer, 'push', large)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
  const bad = await push(engineer, wish('chat.send', { roomId: 5 }), wish('room.open', { roomId: newId(), type: 1 }));
  expect(bad.results.map(({ s }) => s)).toEqual(['rejected', 'ok']);
  const { headers } = await post(engineer, 'pull', { cursor: from, limit: 1 });
  expect(headers['x-vfp-api']).toBe('1');
});

test('a cursor of another epoch, or with a future transaction id, makes the device load a snapshot', async () => {
  const engineer = await signedIn('engineer');
  const from = positionOf(await snapshot(engineer));
  const elsewhere = { cursor: { ...from, epoch: 'another' }, limit: 10 };
  expect((await post(engineer, 'pull', elsewhere)).body).toEqual({ epochChanged: true, epoch: from.epoch });
  const future = { cursor: { ...from, xid: '999999999' }, limit: 10 };
  expect((await post(engineer, 'pull', future)).body).toMatchObject({ epochChanged: true });
});

test('a forged cursor never affects other users', async () => {
  const tester = await signedIn('trial');
  const from = positionOf(await snapshot(tester));
  await sql`update epoch set renewed_at = now() - interval '2 days'`.execute(database.db);
  for (const xid of ['999999999', '9999999999999999999']) {
    const forged = { cursor: { ...from, xid }, limit: 10 };
    expect((await post(tester, 'pull', forged)).body).toEqual({ epochChanged: true, epoch: from.epoch });
  }
  const { rows } = await sql<{ name: string; kept: string | null }>`
    select name, (select cursor_xid::text from sessions where user_id = ${tester.user.id}) as kept from epoch`.execute(
    database.db,
  );
  expect(rows).toEqual([{ name: from.epoch, kept: null }]);
});

test.each([
  ['xid', '18446744073709551615'],
  ['xid', '18446744073709551616'],
  ['xid', '9'.repeat(60)],
  ['xid', '007'],
  ['seq', 1e300],
  ['seq', 2 ** 53],
])('a cursor with %s %s is refused before it reaches the database', async (part, value) => {
  const engineer = await signedIn('engineer');
  const from = positionOf(await snapshot(engineer));
  const answer = await post(engineer, 'pull', { cursor: { ...from, [part]: value }, limit: 1 });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
});

test('a position from an older epoch is returned as one that every pull passes', async () => {
  const engineer = await signedIn('engineer');
  const command = wish('room.open', { roomId: newId(), type: 1 });
  await push(engineer, command);
  await sql`update idempotency set generation = generation - 1, xid = '99999999' where key = ${command.cmdId}`.execute(
    database.db,
  );
  const { results, cursorHint } = await push(engineer, command);
  expect(results[0]).toMatchObject({ s: 'duplicate' });
  const { cursor } = await pullAll(engineer, positionOf(await snapshot(engineer)));
  expect(passed(cursor, cursorHint)).toBe(true);
});

test('a device gets hints about everything it may see, immediately, and about nothing else', async () => {
  const engineer = await signedIn('engineer');
  const expert = await signedIn('expert');
  const customer = await signedIn('customer');
  const [engineerSocket, expertSocket, customerSocket] = [
    await connect(engineer),
    await connect(expert),
    await connect(customer),
  ];
  const heard: unknown[] = [];
  customerSocket.on('sync:hint', (hint: unknown) => heard.push(hint));
  const roomId = newId();
  const hints = [
    next(engineerSocket, 'sync:hint'),
    next<{ pos: Cursor; events?: WireEvent[] }>(expertSocket, 'sync:hint'),
  ] as const;
  await push(engineer, wish('room.open', { roomId, type: 7, resultName: 'heard' }));
  const [, hint] = await Promise.all(hints);
  expect(hint.events?.map(({ type }) => type)).toEqual(['room.opened']);
  await push(customer, wish('room.open', { roomId: newId(), type: 1 }));
  await expect.poll(() => heard.length).toBe(1);
  for (const socket of [engineerSocket, expertSocket, customerSocket]) socket.disconnect();
});

test('a push over the socket gets the same reply as a push over HTTP', async () => {
  const engineer = await signedIn('engineer');
  const socket = await connect(engineer);
  const command = wish('room.open', { roomId: newId(), type: 1 });
  const ask = (name: string, body: unknown): Promise<unknown> => socket.timeout(5000).emitWithAck(name, body);
  const first = await ask('sync:push', envelope(engineer, [command]));
  expect(first).toMatchObject({ ok: true, reply: { results: [{ s: 'ok' }] } });
  expect((await push(engineer, command)).results).toMatchObject([{ s: 'duplicate' }]);
  for (const bad of [null, 5, { commands: 1 }, [], { __proto__: null }]) {
    expect(await ask('sync:push', bad)).toMatchObject({ ok: false, code: 'VALIDATION' });
  }
  socket.disconnect();
});

test('a message counts as delivered when the other side’s device has pulled beyond it', async () => {
  const engineer = await signedIn('engineer');
  const expert = await signedIn('expert');
  const socket = await connect(engineer);
  const from = positionOf(await snapshot(expert));
  const roomId = newId();
  await push(
    engineer,
    wish('room.open', { roomId, type: 7, resultName: 'delivered' }),
    wish('chat.send', { roomId, content: 'there?', files: [] }),
  );
  const delivered = next(socket, 'sync:delivered');
  const { cursor } = await pullAll(expert, from);
  const own = await pullAll(engineer, from);
  await pullAll(engineer, own.cursor);
  await pullAll(expert, cursor);
  expect(await delivered).toEqual({ roomId, side: 'support', upTo: 2 });
  const marks = async () =>
    (await sql<object>`select delivered_user, delivered_support from rooms where id = ${roomId}`.execute(database.db))
      .rows[0];
  await expect.poll(marks).toEqual({ delivered_user: 0, delivered_support: 2 });
  socket.disconnect();
});
