import type { FastifyReply } from 'fastify';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';

/**
 * Sends a stored file, always as a download, so that uploaded content never runs on our origin.
 * @throws NOT_FOUND when there is none, or it is gone
 */
export async function sendDownload(
  reply: FastifyReply,
  folder: string,
  found: { name: string; mime: string; size: number; path: string } | undefined,
): Promise<FastifyReply> {
  const file = requireFound(found);
  const path = join(folder, basename(file.path));
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) throw new Refusal('NOT_FOUND');
  return reply
    .header('content-type', file.mime)
    .header('content-length', file.size)
    .header('content-disposition', dispositionOf(file.name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(createReadStream(path));
}

/** Sends a file that was made for this call, as a download. @param name in plain ASCII */
export function sendMade(reply: FastifyReply, name: string, type: string, content: Buffer | string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);
}

/** Returns the Content-Disposition: `attachment`, with the name in ASCII and in UTF-8. */
function dispositionOf(name: string): string {
  const clean = cleanFileName(name);
  const plain = clean.replace(/[^ -~]/g, '_').replace(/["\\]/g, '_');
  const full = encodeURIComponent(Buffer.from(clean).toString()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
