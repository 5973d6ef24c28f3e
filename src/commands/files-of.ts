import { attachmentTypeOf, type FileRef } from '#domain/chat.ts';
import { keepable } from '../db/blobs.ts';
import type { CommandContext } from '../db/context.ts';
import type { BlobRow } from '../db/schema.ts';

/** What a command says of its files, what it waits for, and the bytes that are kept with it. */
export interface CommandFiles {
  refs: FileRef[];
  deps: string[];
  blobs: BlobRow[];
}

export const noFiles: CommandFiles = { refs: [], deps: [], blobs: [] };

/** Reads the chosen files; each gets an id of its own. */
export async function filesOf(ctx: CommandContext, files: readonly File[]): Promise<CommandFiles> {
  const blobs = await Promise.all(files.map(keepable));
  const refs = blobs.map((blob, i) => refOf(ctx.newId(), files[i]?.name ?? blob.name, blob));
  return { refs, deps: blobs.map((blob) => blob.sha256), blobs };
}

function refOf(id: string, name: string, blob: BlobRow): FileRef {
  return { id, name, size: blob.size, mime: attachmentTypeOf(name) ?? blob.mime, sha256: blob.sha256 };
}
