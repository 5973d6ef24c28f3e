import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../server/ground/config.ts';
import { createLog } from '../server/ground/log.ts';
import { beginNewHistory, restore } from '../server/start/backup.ts';

/**
 * `npm run restore -- <folder>`: restores a backup of `npm run backup`. With `DATABASE_URL` and no folder: declares
 * that this PostgreSQL was restored with its own tools. Either way devices start over with a new epoch, and resend the
 * commands that they had not seen confirmed.
 */

const source = process.argv[2];
const { databaseUrl, dataDir, filesDir } = readConfig(process.env);
const log = createLog('warn');

if (databaseUrl !== undefined) {
  if (source !== undefined)
    fail('Restore a PostgreSQL of your own with pg_restore, then run npm run restore without a folder.');
  await beginNewHistory(databaseUrl, log);
  console.log('The database has a new history; devices will start over.');
} else {
  if (source === undefined) fail('Say from where: npm run restore -- <folder>');
  const folder = resolve(source);
  const before = await restore(dataDir, folder, log);
  if (existsSync(join(folder, 'files'))) cpSync(join(folder, 'files'), filesDir, { recursive: true });
  console.log(`${folder} is restored in ${dataDir}.`);
  if (before !== undefined) console.log(`What was there is in ${before}; delete it when you no longer need it.`);
}
process.exit(0);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
