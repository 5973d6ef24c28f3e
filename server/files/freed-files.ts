import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dropFreedFiles, forgetFreedFiles } from './store/freed-files.ts';
import { eachApart } from '../jobs/set-aside.ts';
import { expireUploads } from './store/pending-uploads.ts';
import type { Db } from '../database/db.ts';

/** Deletes files that no message shows any more. The next run deletes what a crash leaves. */
export async function eraseFreedFiles(db: Db, folder: string): Promise<number> {
  const paths = await dropFreedFiles(db);
  return await eachApart(db, 'erase_freed_files', paths, basename, async (path) => {
    await rm(join(folder, basename(path)), { force: true });
    await forgetFreedFiles(db, [path]);
  });
}

/** Deletes uploads that were not finished in time, with their bytes. @returns their number */
export async function giveUpUploads(db: Db, folder: string): Promise<number> {
  const ids = await expireUploads(db);
  for (const id of ids) for (const end of ['', '.json']) await rm(join(folder, basename(id) + end), { force: true });
  return ids.length;
}
