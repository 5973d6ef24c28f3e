import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cursor, type Cursor, laterPosition } from '#domain/spine/wire/sync.ts';
import { validatorOf } from '../../ground/validation.ts';
import { renewEpochIfBehind } from '../../database/epoch.ts';
import { handedOut, noteHandedOut } from '../log/handed-out.ts';
import type { Log } from '../../ground/log.ts';
import type { Db } from '../../database/db.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Interval at which the furthest position handed out to clients is saved. */
const historyMarkMs = 1 * SECOND;

/**
 * Stores the furthest position that was sent to a client in a file, and begins a new epoch when the database is older
 * than that. The file is outside the database, so a restore does not reset it.
 * @param folder folder of the file; processes of one server may share it
 * @returns a function that stops it after a last write
 */
export async function watchEpoch(db: Db, folder: string, log: Log): Promise<() => Promise<void>> {
  const file = join(folder, 'history.json');
  const before = await readMark(file);
  if (before !== undefined && (await renewEpochIfBehind(db, before))) {
    log.warn('the database is older than what was handed out from it: it was restored, and a new history begins');
  }
  if (before !== undefined) noteHandedOut(db, before);

  let kept = before;
  let isKept = true;
  async function keep(): Promise<void> {
    const place = handedOut(db);
    if (place === undefined || place === kept) return;
    try {
      await mkdir(folder, { recursive: true });
      // Another process may be further. A position of another epoch is older than ours.
      await writeFile(`${file}.${process.pid}`, JSON.stringify(laterPosition(await readMark(file), place)));
      await rename(`${file}.${process.pid}`, file);
      kept = place;
      isKept = true;
    } catch (error) {
      if (isKept) log.warn({ err: error }, 'how far the log was handed out is not kept');
      isKept = false;
    }
  }

  let keeping = Promise.resolve();
  const timer = setInterval(() => {
    keeping = keeping.then(keep);
  }, historyMarkMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await keeping;
    await keep();
  };
}

const read = validatorOf(cursor);

/** Reads the position. @returns undefined when the file is missing or unreadable */
async function readMark(file: string): Promise<Cursor | undefined> {
  try {
    const found = read(JSON.parse(await readFile(file, 'utf8')));
    return 'value' in found ? found.value : undefined;
  } catch {
    return undefined;
  }
}
