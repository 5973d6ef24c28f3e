import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Refusal } from '#domain/errors.ts';
import { cleanFileName } from '#domain/file-name.ts';
import { idParams } from '#domain/protocol/rest.ts';
import type { Deps } from '../deps.ts';
import { attachmentSeenBy } from '../store/attachment-reads.ts';

/** Attachments, for the people of the room alone, always as a download: nothing people brought runs on our address. */
export function fileRoutes(app: FastifyInstance, { db, config }: Deps): void {
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .get('/files/:id', { schema: { params: idParams } }, async (request, reply) => {
      const attachment = await attachmentSeenBy(db, request.session.person, request.params.id);
      if (attachment === undefined) throw new Refusal('NOT_FOUND');
      const path = join(config.filesDir, basename(attachment.path));
      const isThere = await access(path).then(
        () => true,
        () => false,
      );
      if (!isThere) throw new Refusal('NOT_FOUND');
      return reply
        .header('content-type', attachment.mime)
        .header('content-length', attachment.size)
        .header('content-disposition', dispositionOf(attachment.name))
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(createReadStream(path));
    });
}

/** `attachment`, with the name in plain letters for old programs and in full for the rest. */
function dispositionOf(name: string): string {
  const clean = cleanFileName(name);
  const plain = clean.replace(/[^ -~]/g, '_').replace(/["\\]/g, '_');
  const full = encodeURIComponent(Buffer.from(clean).toString()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
