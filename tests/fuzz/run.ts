import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startCluster } from '../simulation/real-cluster.ts';
import { fuzz } from './fuzz.ts';
import { countsOf } from './report.ts';

/**
 * `npm run fuzz -- --requests 30000 --seed 1`: calls every described route of a server of its own as each kind of person,
 * with valid, nearly valid and hostile values; ends with 1 after a violation.
 *
 *   --only 4711    sends one request of that seed again, after the same beginning
 *
 * The server runs in a process of its own on this machine, with a PostgreSQL of its own, or a new database in the one that
 * `DATABASE_URL` names. Both are gone at the end.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    /** Requests under way at the same time. */
    jobs: { type: 'string', default: '6' },
  },
});

const database = await newDatabase();
let isClean = false;
try {
  const report = await fuzz({
    databaseUrl: database.url,
    requests: Number(values.requests),
    seed: Number(values.seed),
    jobs: Number(values.jobs),
    ...(values.only === undefined ? {} : { only: Number(values.only) }),
    say,
  });
  say(countsOf(report));
  isClean = report.violations.length === 0;
  say(`${report.sent} requests, seed ${values.seed}: ${report.violations.length} violations`);
} finally {
  await database.end();
}
process.exit(isClean ? 0 : 1);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A database that nobody else uses. */
async function newDatabase(): Promise<{ url: string; end(): Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given === undefined || given === '') {
    const { urls, stop } = await startCluster(1);
    return { url: urls[0] ?? '', end: stop };
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
