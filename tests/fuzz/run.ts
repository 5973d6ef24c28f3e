import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startOwnPostgres } from '../simulation/real/own-postgres.ts';
import { fuzz } from './fuzz.ts';
import { countsOf } from './report.ts';

/** Names the database to the process that sends the requests. */
const databaseVariable = 'VFP_FUZZ_DATABASE';

/**
 * `npm run fuzz -- --requests 30000 --seed 1`: calls every described route of a new server as each kind of user, with
 * valid, nearly valid and hostile values; exits with 1 after a violation. `--only 4711` repeats one request of that
 * seed after the same start. The server runs in its own process on this machine, with its own PostgreSQL or a new
 * database in the one named by `DATABASE_URL`; both are removed at the end, also when the process that sends the
 * requests ends early: it is a process of its own.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    /** Number of concurrent requests. */
    jobs: { type: 'string', default: '6' },
  },
});

const database = process.env[databaseVariable];
process.exit(database === undefined ? await superviseRun() : await sendRequests(database));

/** Starts this file again with a database, and ends what the run has left. Returns the exit code of the run. */
async function superviseRun(): Promise<number> {
  const { url, end } = await newDatabase();
  try {
    const run = spawn(process.execPath, process.argv.slice(1), {
      // Its group has the server too.
      detached: true,
      stdio: 'inherit',
      env: { ...process.env, [databaseVariable]: url },
    });
    const endGroup = () => endProcesses(-(run.pid ?? 0));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endGroup);
    const [code] = (await once(run, 'exit')) as [number | null];
    endGroup();
    return code ?? 1;
  } finally {
    await end();
  }
}

function endProcesses(group: number): void {
  try {
    if (group !== 0) process.kill(group, 'SIGKILL');
  } catch {
    // They have ended.
  }
}

async function sendRequests(databaseUrl: string): Promise<number> {
  const report = await fuzz({
    databaseUrl,
    requests: Number(values.requests),
    seed: Number(values.seed),
    jobs: Number(values.jobs),
    ...(values.only === undefined ? {} : { only: Number(values.only) }),
    say,
  });
  say(countsOf(report));
  say(`${report.sent} requests, seed ${values.seed}: ${report.violations.length} violations`);
  return report.violations.length === 0 ? 0 : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Creates a new database. */
async function newDatabase(): Promise<{ url: string; end(): Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given === undefined || given === '') {
    const { url, stop } = await startOwnPostgres();
    return { url, end: stop };
  }
  const name = `vfp_fuzz_${randomUUID().replaceAll('-', '')}`;
  const inGiven = async (statement: string) => {
    const admin = new Client({ connectionString: given });
    await admin.connect();
    await admin.query(statement);
    await admin.end();
  };
  await inGiven(`create database ${name}`);
  return {
    url: given.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, `$1${name}`),
    end: () => inGiven(`drop database if exists ${name} with (force)`),
  };
}
