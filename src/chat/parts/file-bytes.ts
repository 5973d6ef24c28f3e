import type { FileRef } from '#domain/chat/chat.ts';
import type { ScreenSession } from '../../session/session-context.tsx';
import { downloadFrom } from '../../net/call.ts';

/**
 * Returns the bytes of an attachment, from this device if possible, else from the server.
 * @throws what the call throws
 */
export async function bytesOf(
  { db, api }: Pick<ScreenSession, 'db' | 'api'>,
  file: Pick<FileRef, 'id' | 'sha256' | 'mime'>,
): Promise<Blob> {
  const here = await db.blobs.get(file.sha256);
  if (here !== undefined) return here.bytes;
  return await downloadFrom(api, `/files/${file.id}`, file.mime);
}

/** "1.4 MB", with a thin space. */
export function sizeText(language: string, bytes: number): string {
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB'];
  const digits = new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 });
  return `${digits.format(Math.max(value, 0.1))}\u202F${unit}`;
}
