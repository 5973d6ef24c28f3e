import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from '../store/database.ts';
import { dropFreedFiles, forgetFreedFiles } from '../store/erase.ts';
import { eachApart } from '../store/set-aside.ts';

/** Deletes the bytes of files that no message shows any more; what a crash leaves is deleted next time. */
export async function eraseFreedFiles(db: Db, folder: string): Promise<number> {
  const paths = await dropFreedFiles(db);
  return await eachApart(db, 'erase_freed_files', paths, basename, async (path) => {
    await rm(join(folder, basename(path)), { force: true });
    await forgetFreedFiles(db, [path]);
  });
}
