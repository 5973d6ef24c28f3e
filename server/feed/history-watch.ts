import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverLimits } from '#domain/server-limits.ts';
import { cursor, type Cursor, laterPosition } from '#domain/protocol/sync.ts';
import { readerOf } from '../shapes.ts';
import type { Db } from '../store/system/database.ts';
import { renewEpochIfBehind } from '../store/system/epoch.ts';
import { handedOut, noteHandedOut } from '../store/sync/handed-out.ts';
import type { Log } from '../log.ts';

/**
 * Keeps the furthest place that was handed out in a file beside the database, and begins a new history where the
 * database turns out to be older than that. The file is no part of the database, so it is not put back with it.
 * @param folder where the file is; processes of one server may share it
 * @returns stops it, when the file is up to date
 */
export async function watchHistory(db: Db, folder: string, log: Log): Promise<() => Promise<void>> {
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
      // Another process may have got further; of another history than ours, ours is the newer.
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
  }, serverLimits.historyMarkMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await keeping;
    await keep();
  };
}

const read = readerOf(cursor);

/** A file that is not there, or cannot be read, says nothing. */
async function readMark(file: string): Promise<Cursor | undefined> {
  try {
    const found = read(JSON.parse(await readFile(file, 'utf8')));
    return 'value' in found ? found.value : undefined;
  } catch {
    return undefined;
  }
}
