import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { silentLog } from '../../server/log.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { serverProcess } from '../../tests/support/server-process.ts';
import { startFlags } from '../servers.ts';
import { ms } from '../stats.ts';
import { type User, makeUsers } from '../users.ts';
import type { Timing } from './generator.ts';
import type { Tasks } from './generator-main.ts';

/**
 * `npm run bench:server`: one server under load, compared with a bare socket and a bare insert in the same run. The
 * load is generated in its own process and so measured separately; all processes share the processors.
 *
 *   npm run bench:server -- --sockets 5000 --seconds 20
 */
const { values } = parseArgs({
  options: { sockets: { type: 'string', default: '5000' }, seconds: { type: 'string', default: '20' } },
});
const sockets = Number(values.sockets);
const seconds = Number(values.seconds);
const devicesOfUser = 10;
const users = Math.max(1, Math.round(sockets / devicesOfUser));
const fanOutSockets = Math.min(2000, sockets);

const folder = mkdtempSync(join(tmpdir(), 'vfp-bench-server-'));
const postgres = await startPostgres({ dataDir: folder, log: silentLog });
const settings = {
  DATABASE_URL: postgres.url,
  DATA_DIR: join(folder, 'data'),
  REDIS_URL: '',
  DEMO: 'off',
  LOG_LEVEL: 'warn',
  // All clients share one IP address.
  REQUESTS_PER_ADDRESS: '1000000',
  HANDSHAKES_PER_ADDRESS: '1000000',
};
// The same memory limits as `npm start`.
const server = await serverProcess(settings, startFlags());
await server.start();
const url = `http://127.0.0.1:${server.port}`;
const bare = fork(resolve(import.meta.dirname, 'echo-main.ts'));
const [{ url: echoUrl }] = (await once(bare, 'message')) as [{ url: string }];
const load = fork(resolve(import.meta.dirname, 'generator-main.ts'));
const ended = once(load, 'exit').then(() => {
  throw new Error('the generator ended');
});
// Avoids an unhandled rejection: only `ask` reports that the generator exited.
ended.catch(() => undefined);
const rows: { what: string; ours: string; beside: string; goal: string }[] = [];

try {
  const crowd = await makeUsers(postgres.url, 'engineer', users, devicesOfUser);
  const staff = await makeUsers(postgres.url, 'expert', Math.ceil(fanOutSockets / devicesOfUser), devicesOfUser);
  const [writer] = await makeUsers(postgres.url, 'engineer', 1, 1);
  if (writer === undefined) throw new Error('there is no writer');
  await ask('use', url);
  await warmUp(crowd);

  const emptyKb = await settledKb();
  const bareEmptyKb = rssKb(bare.pid ?? 0);
  await ask('hold', echoUrl, sockets);
  const bareKb = (rssKb(bare.pid ?? 0) - bareEmptyKb) / sockets;
  await ask('release');
  await ask('connect', crowd, sockets);
  const fullKb = await settledKb();
  const each = (fullKb - emptyKb) / sockets;
  row(`${sockets} idle sockets, memory each`, `${each.toFixed(1)} KB`, `${bareKb.toFixed(1)} KB`, '30 KB or less');
  row(
    'the server with them',
    `${Math.round(fullKb / 1024)} MB`,
    `${Math.round(rssKb(bare.pid ?? 0) / 1024)} MB`,
    '250 MB or less',
  );

  const storm = await stormed();
  const others = Object.entries(storm.statuses).filter(([status]) => Number(status) >= 500 && status !== '503');
  row(`${sockets} back after kill -9, from when it serves again`, ms(storm.restoredMs), '', '30 s or less');
  row('answers meanwhile', statusText(storm.statuses), '', `no 5xx but 503: ${others.length === 0 ? 'yes' : 'NO'}`);
  row('event loop p99 meanwhile', ms(storm.loopMs), '', 'under 200 ms');

  await ask('disconnect');
  await ask('connect', staff, fanOutSockets);
  const { spread, cpuMs: spreadCpuMs } = await spreadCosted(writer);
  const missed = spread.missed === 0 ? '' : `, ${spread.missed} NOT NOTIFIED`;
  row(
    `a message all of ${fanOutSockets} connected experts may see, 5/s: the median one notified`,
    timingText(spread.middle),
    '',
    '',
  );
  row('the last one notified', timingText(spread.last) + missed, '', 'p99 200 ms or less');
  row('processor time of the server for one such message', ms(spreadCpuMs), '', '');

  await ask('disconnect');
  await ask('connect', crowd, fanOutSockets);
  const calm = await sendCosted(100);
  const echoes = await ask('echo', echoUrl, 100, seconds);
  timings(
    `notification of the user's other sockets, ${fanOutSockets} connected, 100/s`,
    calm.notified,
    echoes,
    'p99 200 ms or less',
  );
  row('of these, acknowledged', timingText(calm.ack), '', '');
  const busy = await sendCosted(300);
  const inserts = await ask('insert', postgres.url, 300, seconds);
  timings(
    'stored for good and acknowledged, 300/s (beside: one row)',
    busy.ack,
    inserts,
    'p50 15 ms, p99 100 ms or less',
  );
  row('processor time of the server for one message, 100/s, 300/s', `${ms(calm.cpuMs)}, ${ms(busy.cpuMs)}`, '', '');
  const faster = await ask('echo', echoUrl, 300, seconds);
  timings('the same (beside: bare echo)', busy.ack, faster, '');

  console.table(rows);
  // With a load average above the number of processors, the times mean little.
  const report = { at: new Date().toISOString(), node: process.version, load: loadavg(), sockets, seconds, rows };
  const results = resolve(import.meta.dirname, '../results');
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'server.json'), `${JSON.stringify(report, null, 2)}\n`);
} finally {
  load.kill();
  bare.kill();
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Warms the server up: its memory baseline is taken after some work. */
async function warmUp(crowd: User[]): Promise<void> {
  await ask('connect', crowd, 50);
  await ask('send', 50, 2);
  await ask('disconnect');
}

async function stormed() {
  const back = ask('comeBack');
  await server.kill();
  await server.start();
  const from = performance.now();
  const { statuses } = await back;
  return {
    statuses,
    restoredMs: performance.now() - from,
    loopMs: 1000 * (await figure('vfp_event_loop_delay_seconds{quantile="0.99"}')),
  };
}

/** Sends messages and measures the server's CPU time per message, which is valid on a busy machine too. */
async function sendCosted(perSecond: number) {
  const before = await figure('process_cpu_seconds_total');
  const sent = await ask('send', perSecond, seconds);
  const cpuMs = (1000 * ((await figure('process_cpu_seconds_total')) - before)) / sent.ack.count;
  return { ...sent, cpuMs };
}

async function spreadCosted(writer: User) {
  const before = await figure('process_cpu_seconds_total');
  const spread = await ask('spread', writer, 5, seconds);
  const cpuMs = (1000 * ((await figure('process_cpu_seconds_total')) - before)) / spread.last.count;
  return { spread, cpuMs };
}

function row(what: string, ours: string, beside: string, goal: string): void {
  rows.push({ what, ours, beside, goal });
  console.log(`${what}: ${ours}${beside === '' ? '' : `, beside ${beside}`}${goal === '' ? '' : ` (${goal})`}`);
}

function timings(what: string, ours: Timing, beside: Timing, goal: string): void {
  row(what, timingText(ours), timingText(beside), goal);
}

function timingText({ p50, p99, count }: Timing): string {
  return `p50 ${ms(p50)}, p99 ${ms(p99)} of ${count}`;
}

function statusText(statuses: Record<number, number>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status === '0' ? 'none' : status}: ${count}`)
    .join(', ');
}

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

function rssKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** The server's peak memory within a minute: its garbage grows for a while after the last socket has connected. */
async function settledKb(): Promise<number> {
  let most = 0;
  for (let i = 0; i < 12; i++) {
    most = Math.max(most, (await figure('process_resident_memory_bytes')) / 1024);
    await wait(5000);
  }
  return most;
}

type Result<N extends keyof Tasks> = Awaited<ReturnType<Tasks[N]>>;

/** Runs one task in the generator. */
async function ask<N extends keyof Tasks>(name: N, ...args: Parameters<Tasks[N]>): Promise<Result<N>> {
  load.send({ name, args });
  const [answer] = (await Promise.race([once(load, 'message'), ended])) as [{ value: Result<N>; error?: string }];
  if (answer.error !== undefined) throw new Error(`${name}: ${answer.error}`);
  return answer.value;
}
