import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { say } from '../../../support/database/bus-world.ts';
import { newId, wish } from '../../../support/users.ts';
import { figure, startServer, provideServer } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';

const server = await provideServer();
const engineer = await server.signIn('engineer');

const push = (...commands: object[]) =>
  server.request(engineer, 'POST', '/sync/push', {
    protocol: 1,
    clientId: newId(),
    actor: engineer.user.id,
    commands: commands.map((each, n) => ({ n, ...each })),
  });

test('commands are counted by type and result, and the duration of frames is measured', async () => {
  const roomId = newId();
  const message = say(roomId, 'Hello');
  await push(wish('room.open', { roomId, type: 1 }), message, say(newId(), 'nowhere'), wish('made.up"word', {}));
  await push(message);
  const counted = (type: string, result: string) =>
    figure(server, `vfp_commands_total{type="${type}",result="${result}"}`);
  expect(await counted('room.open', 'ok')).toBe(1);
  expect(await counted('chat.send', 'ok')).toBe(1);
  expect(await counted('chat.send', 'duplicate')).toBe(1);
  expect(await counted('chat.send', 'rejected')).toBe(1);
  expect(await counted('unknown', 'rejected')).toBe(1);
  expect(await figure(server, 'vfp_frame_seconds_count')).toBe(2);
  expect(await figure(server, 'vfp_frame_seconds_bucket{le="10"}')).toBe(2);
});

test('the age of the oldest hidden event is reported while a transaction holds back the feed', async () => {
  expect(await figure(server, 'vfp_hidden_event_age_seconds')).toBe(0);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holding = server.db.transaction().execute(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx);
    await held;
  });
  await until('it holds back an event', async () => {
    await push(wish('room.open', { roomId: newId(), type: 1 }));
    return ((await figure(server, 'vfp_hidden_event_age_seconds')) ?? 0) > 0.5;
  });
  release();
  await holding;
  expect(await figure(server, 'vfp_hidden_event_age_seconds')).toBe(0);
});

test('open sockets are counted by namespace', async () => {
  const before = (await figure(server, 'vfp_connections')) ?? Number.NaN;
  const options = { transports: ['websocket'], auth: { token: engineer.token }, reconnection: false };
  const sync = io(`${server.url}/sync`, options);
  onTestFinished(() => void sync.disconnect());
  const chat = sync.io.socket('/po-chat', options).connect();
  await until('both are open', () => sync.connected && chat.connected);
  expect(await figure(server, 'vfp_sockets{namespace="/sync"}')).toBe(1);
  expect(await figure(server, 'vfp_sockets{namespace="/po-chat"}')).toBe(1);
  expect(await figure(server, 'vfp_connections')).toBe(before + 1);
  expect(await figure(server, 'vfp_sockets{namespace="/socket/v1"}')).toBe(0);
});

test('a blocked event loop is reported', async () => {
  // The first sample after a reading only starts the measurement, so the loop is blocked until a sample counts.
  const isReported = await until('the delay is reported', async () => {
    const end = performance.now() + 150;
    while (performance.now() < end) JSON.stringify(end);
    return ((await figure(server, 'vfp_event_loop_delay_seconds{quantile="1"}')) ?? 0) > 0.1;
  });
  expect(isReported).toBe(true);
});

test('database connections, queues, jobs and the channel to other processes are reported', async () => {
  const busy = server.db.connection().execute(() => figure(server, 'vfp_database_connections{state="busy"}'));
  expect(await busy).toBeGreaterThanOrEqual(1);
  expect(await figure(server, 'vfp_database_connections{state="idle"}')).toBeGreaterThanOrEqual(1);
  for (const queue of ['pulls', 'passwords', 'database']) {
    expect(await figure(server, `vfp_waiting{queue="${queue}"}`)).toBe(0);
  }
  await sql`select graphile_worker.add_job('nobody_does_this')`.execute(server.db);
  expect(await figure(server, 'vfp_jobs{state="due"}')).toBe(1);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(server.db);
  expect(await figure(server, 'vfp_jobs{state="dead"}')).toBe(1);
  expect(await figure(server, 'vfp_hint_line_open{line="postgres"}')).toBe(1);
  expect(await figure(server, 'vfp_hint_line_open{line="redis"}')).toBeUndefined();
  expect(await figure(server, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
});

test('responses are counted by status, and requests refused with 429 too', async () => {
  const strict = await startServer({ allowed: { userPerMinute: 3 } });
  onTestFinished(() => strict.close());
  const user = await strict.signIn('engineer');
  for (let i = 0; i < 7; i++) await strict.request(user, 'GET', '/users/me');
  expect(await figure(strict, 'vfp_http_responses_total{status="2xx"}')).toBeGreaterThanOrEqual(3);
  expect(await figure(strict, 'vfp_refused_total{status="429"}')).toBeGreaterThanOrEqual(1);
});

const statusFor = async (remoteAddress: string, headers = {}) =>
  (await server.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;

test('metrics can be read from this machine, not from others, and not through a proxy on it', async () => {
  expect(await statusFor('127.0.0.1')).toBe(200);
  expect(await statusFor('::1')).toBe(200);
  expect(await statusFor('10.0.0.1')).toBe(404);
  expect(await statusFor('127.0.0.1', { 'x-forwarded-for': '10.0.0.1' })).toBe(404);
  expect(await statusFor('127.0.0.1', { forwarded: 'for=10.0.0.1' })).toBe(404);
});

test.each(['x-real-ip', 'via', 'x-forwarded-host', 'x-forwarded-proto', 'cf-connecting-ip', 'true-client-ip'])(
  'a request through a local proxy that adds only %s can read neither the metrics nor the e-mails',
  async (name) => {
    for (const url of ['/metrics', '/dev/mail']) {
      const response = await server.app.inject({ url, remoteAddress: '127.0.0.1', headers: { [name]: '10.0.0.1' } });
      expect(response.statusCode).toBe(404);
    }
  },
);

test('behind a configured proxy no request counts as local, also without forwarding headers', async () => {
  const proxied = await startServer({ proxies: 1 });
  onTestFinished(() => proxied.close());
  for (const url of ['/metrics', '/dev/mail'])
    expect((await proxied.app.inject({ url, remoteAddress: '127.0.0.1' })).statusCode).toBe(404);
});

test('with a token set, only callers with the token can read the metrics, from anywhere', async () => {
  const guarded = await startServer({ metricsToken: 'long-and-secret' });
  onTestFinished(() => guarded.close());
  const statusWith = async (headers: Record<string, string>) =>
    (await guarded.app.inject({ url: '/metrics', remoteAddress: '10.0.0.1', headers })).statusCode;
  expect(await statusWith({ authorization: 'Bearer long-and-secret' })).toBe(200);
  expect(await statusWith({ authorization: 'Bearer another' })).toBe(404);
  expect(await statusWith({})).toBe(404);
  expect((await guarded.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(404);
});

test('what jobs have set aside is counted by job', async () => {
  await sql`insert into set_aside (job, item, reason) values ('test', 'message 1', 'unreadable')`.execute(server.db);
  expect(await figure(server, 'vfp_set_aside{job="test"}')).toBe(1);
});
