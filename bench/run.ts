import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { silentLog } from '../server/ground/log.ts';
import { startPostgres } from '../server/postgres/postgres.ts';
import { append } from './append.ts';
import { type Baseline, baselineOf, slips } from './baseline.ts';
import type { Bench } from './bench.ts';
import { type Kind, openDevice, openPair } from './devices.ts';
import { drain } from './drain.ts';
import { Figures } from './figures.ts';
import { idle } from './idle.ts';
import { live } from './live.ts';
import { openRoom } from './open-room.ts';
import { cpuMsOf, pidsNaming } from './processes.ts';
import { ready } from './ready.ts';
import { room } from './room.ts';
import { startCeiling, startVfp } from './servers.ts';

/**
 * `npm run bench`: compares the product with a ceiling, interleaved in one run. Compare the ratios; the absolute times
 * depend on the machine.
 *
 *   npm run bench -- --only live --only drain --rounds 5
 *   npm run bench -- --check             fails when a ratio has grown by more than 15 % since the baseline
 *   npm run bench -- --write-baseline    on a quiet machine
 *   npm run bench -- --rounds 1 --messages 20    whether everything works; its figures mean nothing
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
    /** At most so many messages, users and sockets in each part. */
    messages: { type: 'string' },
    check: { type: 'boolean', default: false },
    'write-baseline': { type: 'boolean', default: false },
  },
});

// `room` is last, because it fills the installation with users.
const parts = { append, live, drain, open: openRoom, ready, idle, room };
const chosen = values.only ?? Object.keys(parts);
const rounds = Number(values.rounds);
const baselineFile = resolve(import.meta.dirname, 'baseline.json');
const results = resolve(import.meta.dirname, 'results');
const problem = problemWithOptions();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'vfp-bench-'));
// PostgreSQL refuses to run as root, and another user must be able to enter.
chmodSync(folder, 0o755);
const pages = join(results, 'pages');
mkdirSync(pages, { recursive: true });
await build({ configFile: resolve(import.meta.dirname, 'vite.config.ts'), logLevel: 'error' });

const data = join(folder, 'data');
const postgres = await startPostgres({ dataDir: data, log: silentLog });
const databaseUrl = postgres.url;
const servers = {
  vfp: await startVfp({ databaseUrl, pages, folder: data }),
  ceiling: await startCeiling(pages),
};
const database = pidsNaming(data);
const serverCpuMs = (kind: Kind) => cpuMsOf([servers[kind].pid, ...(kind === 'vfp' ? database : [])]);
const figures = new Figures();
const device = (kind: Kind) => openDevice(kind, servers[kind].url, folder);
const bench: Bench = {
  rounds,
  atMost: (count) => Math.min(count, Number(values.messages ?? Infinity)),
  figures,
  device,
  pair: (kind) =>
    openPair(
      () => device(kind),
      () => serverCpuMs(kind),
    ),
  servers,
  serverCpuMs,
  databaseUrl,
  folder,
  pages,
};

// PostgreSQL survives a killed Node.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close().finally(() => process.exit(1)));
}

try {
  for (const [name, part] of Object.entries(parts)) {
    if (!chosen.includes(name)) continue;
    const start = performance.now();
    // One part that fails does not cost the figures of the others.
    await part(bench).catch(failed);
    console.log(`${name} took ${Math.round((performance.now() - start) / 1000)} s`);
  }
  report();
} finally {
  await close();
}

function failed(error: unknown): void {
  console.error(error);
  process.exitCode = 1;
}

async function close(): Promise<void> {
  await servers.ceiling.stop();
  await servers.vfp.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function report(): void {
  console.table(figures.rowTable());
  const measured = figures.measured();
  const run = { date: new Date().toISOString().slice(0, 10), commit: commit(), rounds };
  const machine = { node: process.version, cores: cpus().length, load: loadavg() };
  writeJson(join(results, 'latest.json'), { ...run, ...machine, rows: measured });
  if (values.messages !== undefined) console.log('A short run: its figures mean nothing.');
  else if (process.exitCode === 1) console.error('A part has failed: nothing is compared with the baseline.');
  else if (values['write-baseline']) writeJson(baselineFile, baselineOf(measured, run));
  else if (existsSync(baselineFile)) {
    const slipped = slips(JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline, measured);
    for (const sentence of slipped) console.error(sentence);
    if (slipped.length === 0) console.log('No ratio has grown by more than 15 % since the baseline.');
    else if (values.check) process.exitCode = 1;
  }
}

/** @returns what is wrong with the options, and what to do */
function problemWithOptions(): string | undefined {
  const unknown = chosen.find((name) => !(name in parts));
  if (unknown !== undefined) return `There is no part ${unknown}. The parts: ${Object.keys(parts).join(', ')}.`;
  if (!(rounds >= 1)) return '--rounds must be 1 or more.';
  if (values.messages !== undefined && (values.check || values['write-baseline']))
    return 'The figures of a short run mean nothing: leave out --messages.';
  if (values['write-baseline'] && values.only !== undefined) return 'A baseline has every row: leave out --only.';
  if (values.check && !existsSync(baselineFile))
    return 'There is no bench/baseline.json to compare with. Write it on a quiet machine, on the commit before the change: npm run bench -- --write-baseline';
  return undefined;
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
