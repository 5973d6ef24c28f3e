import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../server/ground/config.ts';
import { createLog } from '../server/ground/log.ts';
import { backUp } from '../server/start/backup.ts';

/** `npm run backup -- <folder>`: backs up the embedded database and the files, whether or not the server is running. */

const target = process.argv[2];
const { databaseUrl, dataDir, filesDir } = readConfig(process.env);

if (target === undefined) fail('Say where to: npm run backup -- <folder>');
if (databaseUrl !== undefined)
  fail('DATABASE_URL names a PostgreSQL of your own: back it up with pg_dump, see docs/operations.md.');

const folder = resolve(target);
await backUp(dataDir, folder, createLog('warn'));
// After the database, so that every file it refers to exists by now.
if (existsSync(filesDir)) cpSync(filesDir, join(folder, 'files'), { recursive: true });
console.log(`The backup is in ${folder}.`);
process.exit(0);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
