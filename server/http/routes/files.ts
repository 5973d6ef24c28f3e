import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { bytesOf } from '#domain/protocol/parts.ts';
import { idParams } from '#domain/protocol/rest.ts';
import type { Deps } from '../deps.ts';
import { sendDownload } from '../../files/download.ts';
import { attachmentSeenBy } from '../../store/files/attachment-reads.ts';

/** Routes of attachments, for users who see the room. */
export function fileRoutes(app: FastifyInstance, { db, config }: Deps): void {
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .get('/files/:id', { schema: { params: idParams, response: { 200: bytesOf('*/*') } } }, async (request, reply) => {
      const attachment = await attachmentSeenBy(db, request.session.user, request.params.id);
      if (attachment === undefined) throw new Refusal('NOT_FOUND');
      return sendDownload(reply, config.filesDir, attachment);
    });
}
