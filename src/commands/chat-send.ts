import type { FileRef } from '#domain/chat.ts';
import { attachmentTypeOf, problemWith } from '#domain/chat.ts';
import { Refusal } from '#domain/errors.ts';
import { keepable } from '../db/blobs.ts';
import type { CommandContext } from '../db/context.ts';
import { append } from '../db/outbox.ts';
import type { BlobRow } from '../db/schema.ts';

/** Queues a message with its files; resolves with its id when both are durable on this device. */
export async function sendMessage(
  ctx: CommandContext,
  message: { roomId: string; content: string; files: File[]; replyTo?: string },
): Promise<string> {
  const { roomId, content, files, replyTo } = message;
  const problem = problemWith({ content, files: files.map(({ name, size, type }) => ({ name, size, mime: type })) });
  if (problem !== undefined) throw new Refusal(problem);
  const cmdId = ctx.newId();
  // Without files nothing is awaited before the append, so a burst of messages shares one transaction.
  const blobs = files.length === 0 ? [] : await Promise.all(files.map(keepable));
  const refs = blobs.map((blob, i) => refOf(ctx.newId(), files[i]?.name ?? blob.name, blob));
  const args = { roomId, content, files: refs, ...(replyTo === undefined ? {} : { replyTo }) };
  return await append(ctx, { cmdId, type: 'chat.send', args, deps: blobs.map((blob) => blob.sha256) }, blobs);
}

function refOf(id: string, name: string, blob: BlobRow): FileRef {
  return { id, name, size: blob.size, mime: attachmentTypeOf(name) ?? blob.mime, sha256: blob.sha256 };
}
