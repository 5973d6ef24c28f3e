import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { errors } from '#domain/ground/errors.ts';
import { retryStatuses } from '#domain/ground/retry-statuses.ts';
import { connect } from '../../server/database/database.ts';
import { type Log, silentLog } from '../../server/ground/log.ts';
import { isOutage, troubleOf } from '../../server/database/outage.ts';
import { codeFailures } from '../../server/account/store/login-limits.ts';
import { hashPassword } from '../../server/account/passwords.ts';
import { makeCode } from '../../server/account/store/codes.ts';
import { createApi } from '../../src/net/http.ts';
import { Unreachable } from '../../src/net/errors.ts';
import { lettersTo } from '../support/servers/letters.ts';
import { newId, wish } from '../support/users.ts';
import { figure, startServer, type SignedIn, type TestServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';
import { lockWaitMs } from '../../server/ground/config.ts';

/** The database is locked, is full, or loses its connections. */

/** A log that keeps warnings and errors only. */
function keptLog(): { log: Log; lines: { facts: object | string; text: string | undefined }[] } {
  const lines: { facts: object | string; text: string | undefined }[] = [];
  const keep = (facts: object | string, text?: string) => void lines.push({ facts, text });
  return { log: { info() {}, warn: keep, error: keep }, lines };
}

/** As in production: a request that waits for a lock soon gets a reply to retry. */
const shortLockWait = { LOCK_WAIT_MS: String(lockWaitMs) };

const idempotencyHeaders = () => ({ 'idempotency-key': newId() });

function open(server: TestServer, who: SignedIn) {
  return server.request(who, 'POST', '/po-chats/rooms', { id: newId() }, idempotencyHeaders());
}

function push(server: TestServer, who: SignedIn) {
  const commands = [{ n: 1, ...wish('room.open', { roomId: newId(), type: 1 }) }];
  return server.request(who, 'POST', '/sync/push', {
    protocol: 1,
    clientId: newId(),
    actor: who.user.id,
    commands,
  });
}

test('while a table is locked, reads and writes are told to retry before the lock is released', async () => {
  const { log, lines } = keptLog();
  const server = await startServer({ log, env: shortLockWait });
  onTestFinished(() => server.close());
  const who = await server.signIn('engineer');
  const other = connect(server.databaseUrl, silentLog, 1);
  onTestFinished(() => other.destroy());
  const answers = await other.transaction().execute(async (tx) => {
    await sql`lock table idempotency in access exclusive mode`.execute(tx);
    await sql`lock table room_members in access exclusive mode`.execute(tx);
    // All requests are answered while the tables are locked.
    return await Promise.all(
      Array.from({ length: 25 }, (_, i) => (i % 5 === 0 ? pullOf(server, who) : push(server, who))),
    );
  });
  expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(answers.map(() => [503, '1']));
  expect(lines.map(({ text }) => text)).toEqual([expect.any(String)]);
  expect((await push(server, who)).status).toBe(200);
});

test('while a table is locked, pushes over a socket are told that the server is unavailable, and one line is logged', async () => {
  const { log, lines } = keptLog();
  const server = await startServer({ log, env: shortLockWait });
  onTestFinished(() => server.close());
  const who = await server.signIn('engineer');
  const socket = io(`${server.url}/sync`, {
    transports: ['websocket'],
    auth: { token: who.token },
    reconnection: false,
  });
  onTestFinished(() => void socket.close());
  await new Promise((ready) => socket.once('sync:ready', ready));
  const other = connect(server.databaseUrl, silentLog, 1);
  onTestFinished(() => other.destroy());
  const body = () => ({
    protocol: 1,
    clientId: newId(),
    actor: who.user.id,
    commands: [{ n: 1, ...wish('room.open', { roomId: newId(), type: 1 }) }],
  });
  const answers = await other.transaction().execute(async (tx) => {
    await sql`lock table idempotency in access exclusive mode`.execute(tx);
    return await Promise.all(Array.from({ length: 25 }, () => socket.emitWithAck('sync:push', body())));
  });
  const [, message] = errors.UNAVAILABLE;
  expect(answers).toEqual(answers.map(() => ({ ok: false, code: 'UNAVAILABLE', message })));
  expect(lines.map(({ text }) => text)).toEqual([expect.any(String)]);
});

function pullOf(server: TestServer, who: SignedIn) {
  const cursor = { epoch: 'another', xid: '0', seq: 0 };
  return server.request(who, 'POST', '/sync/pull', { cursor, limit: 10 });
}

/** Right secrets of a user, each as the call that gives it. */
const rightSecrets: Record<string, (server: TestServer, id: string, email: string) => Promise<[string, object]>> = {
  password: async (server, id, email) => {
    const hash = await hashPassword('Right-2026!');
    await sql`update users set password_hash = ${hash} where id = ${id}`.execute(server.db);
    return ['/auth/login', { email, password: 'Right-2026!' }];
  },
  'code for the sign-in': async (server, id, email) => {
    return ['/auth/sign-in-by-code', { email, verificationCode: await makeCode(server.db, 'SIGN_IN', email, id) }];
  },
  'code for a new password': async (server, id, email) => {
    const confirmationCode = await makeCode(server.db, 'RESET', email, id);
    return ['/auth/confirm-password', { email, confirmationCode, newPassword: 'Fresh-2026!' }];
  },
  'code of a sign-up': async (server) => {
    const email = 'new@test.vfp';
    await server.request(null, 'POST', '/auth/register', { email, password: 'Right-2026!' });
    return ['/auth/verify', { email, verificationCode: (await lettersTo(server.url, email))[0]?.code }];
  },
};

test.each(Object.entries(rightSecrets))(
  'a right %s that is given again and again while tables are locked counts as no wrong guess, and works afterwards',
  async (_what, prepare) => {
    const server = await startServer({ env: { LOCK_WAIT_MS: '50' } });
    onTestFinished(() => server.close());
    const { id } = (await server.signIn('engineer')).user;
    await sql`update users set email = 'known@test.vfp' where id = ${id}`.execute(server.db);
    const [path, body] = await prepare(server, id, 'known@test.vfp');
    const other = connect(server.databaseUrl, silentLog, 1);
    onTestFinished(() => other.destroy());
    await other.transaction().execute(async (tx) => {
      await sql`lock table users in exclusive mode`.execute(tx);
      await sql`lock table invitations in access exclusive mode`.execute(tx);
      for (let i = 0; i < codeFailures; i++) expect((await server.request(null, 'POST', path, body)).status).toBe(503);
    });
    expect((await server.request(null, 'POST', path, body)).status).toBe(200);
  },
);

test('requests whose database connection is terminated are told to retry', async () => {
  const server = await startServer({ env: shortLockWait });
  onTestFinished(() => server.close());
  const who = await server.signIn('engineer');
  const other = connect(server.databaseUrl, silentLog, 1);
  onTestFinished(() => other.destroy());
  const end = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
      other,
    );
  const answers = [];
  for (let round = 0; round < 30; round++) {
    const asked = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? push(server, who) : open(server, who)));
    for (let times = 0; times < 3; times++) await end();
    answers.push(...(await Promise.all(asked)));
  }
  const failed = answers.filter(({ status }) => status >= 500);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(failed.map(() => [503, '1']));
  await until('a push succeeds again', async () => (await push(server, who)).status === 200);
});

test('a full disk is reported as such, with a time to retry, and readiness is degraded meanwhile', async () => {
  const server = await startServer({ env: shortLockWait });
  onTestFinished(() => server.close());
  const who = await server.signIn('engineer');
  const ready = async () => (await (await fetch(`${server.url}/readyz`)).json()) as unknown;
  expect(await ready()).toEqual({ status: 'ok' });
  await sql
    .raw(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_room before insert on events for each row execute function no_room()`)
    .execute(server.db);
  const refused = await push(server, who);
  expect(refused).toMatchObject({ status: 503, body: { code: 'STORAGE_FULL' }, headers: { 'retry-after': '1' } });
  expect(await ready()).toEqual({ status: 'degraded' });
  expect(await figure(server, 'vfp_storage_full')).toBe(1);
});

/** @returns the error that the client raises for a reply with this status */
async function clientErrorFor(status: number): Promise<unknown> {
  const headers = { 'x-vfp-api': '1', 'retry-after': '7' };
  const api = createApi({
    token: () => undefined,
    deviceId: () => undefined,
    fetch: async () => Response.json({ code: 'UNAVAILABLE' }, { status, headers }),
  });
  return await api.raw({ path: '/x' }).catch((error: unknown) => error);
}

test('the client retries after exactly those statuses with which the server asks it to retry', async () => {
  const statuses = new Set(Object.values(errors).map(([status]) => status));
  for (const status of statuses) {
    const error = await clientErrorFor(status);
    expect([status, error instanceof Unreachable]).toEqual([status, retryStatuses.has(status)]);
  }
});

test.each([
  [Object.assign(new Error('x'), { code: '55P03' }), 'locked', true],
  [Object.assign(new Error('x'), { code: '57014' }), 'busy', false],
  [Object.assign(new Error('x'), { code: '40P01' }), 'busy', false],
  [Object.assign(new Error('x'), { code: '57P01' }), 'away', true],
  [Object.assign(new Error('x'), { code: '25P03' }), 'away', true],
  [Object.assign(new Error('x'), { code: '53100' }), 'full', true],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'full', true],
  [new Error('Client has encountered a connection error and is not queryable'), 'away', true],
  [new Error('Connection terminated unexpectedly'), 'away', true],
  [new Error('timeout exceeded when trying to connect'), 'away', true],
  [Object.assign(new Error('x'), { code: 'EMFILE' }), 'away', true],
  [Object.assign(new Error('x'), { code: '23505' }), undefined, false],
  [new Error('a mistake of ours'), undefined, false],
])('the error %s is classified as %s', (error, trouble, isOne) => {
  expect(troubleOf(error)).toBe(trouble);
  expect(isOutage(error)).toBe(isOne);
});

test('an event of an unknown type is logged as an error and counted in the metrics', async () => {
  const { log, lines } = keptLog();
  const server = await startServer({ log, env: shortLockWait });
  onTestFinished(() => server.close());
  await sql`insert into events (stream, sseq, type, data) values ('catalog', 1, 'moon.landed', '{}')`.execute(
    server.db,
  );
  await until('the error is logged', () =>
    lines.some(({ facts }) => Reflect.get(Object(facts), 'type') === 'moon.landed'),
  );
  expect(await figure(server, 'vfp_unknown_events{type="moon.landed"}')).toBe(1);
});
