import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db } from '../store/system/database.ts';
import { dropFreedFiles, forgetFreedFiles } from '../store/files/erase.ts';
import { eachApart } from '../store/system/set-aside.ts';
import { expireUploads } from '../store/files/pending-uploads.ts';

/** Deletes the bytes of files that no message shows any more; what a crash leaves is deleted next time. */
export async function eraseFreedFiles(db: Db, folder: string): Promise<number> {
  const paths = await dropFreedFiles(db);
  return await eachApart(db, 'erase_freed_files', paths, basename, async (path) => {
    await rm(join(folder, basename(path)), { force: true });
    await forgetFreedFiles(db, [path]);
  });
}

/** Gives up uploads that were not finished in time, with the bytes they have brought. @returns how many */
export async function giveUpUploads(db: Db, folder: string): Promise<number> {
  const ids = await expireUploads(db, serverLimits.uploadMs);
  for (const id of ids) for (const end of ['', '.json']) await rm(join(folder, basename(id) + end), { force: true });
  return ids.length;
}
