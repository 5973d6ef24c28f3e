import { type FileRef } from '#domain/chat/chat.ts';
import { attachmentTypeOf } from '#domain/ground/attachments.ts';
import { blobRowOf } from './blobs.ts';
import type { CommandContext } from '../context.ts';
import type { BlobRow } from '../schema.ts';

/** The file references of a command, the hashes it depends on, and the rows with the bytes. */
export interface CommandFiles {
  refs: FileRef[];
  deps: string[];
  blobs: BlobRow[];
}

export const noFiles: CommandFiles = { refs: [], deps: [], blobs: [] };

/** Reads the chosen files and gives each an id. */
export async function readChosenFiles(ctx: CommandContext, files: readonly File[]): Promise<CommandFiles> {
  const blobs = await Promise.all(files.map(blobRowOf));
  const refs = blobs.map((blob, i) => refOf(ctx.newId(), files[i]?.name ?? blob.name, blob));
  return { refs, deps: blobs.map((blob) => blob.sha256), blobs };
}

function refOf(id: string, name: string, blob: BlobRow): FileRef {
  return { id, name, size: blob.size, mime: attachmentTypeOf(name) ?? blob.mime, sha256: blob.sha256 };
}
