import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { bytesOf } from '#domain/ground/wire/parts.ts';
import { idParams } from '#domain/spine/wire/rest.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { sendDownload } from '../../files/download.ts';
import { attachmentSeenBy } from '../store/attachment-reads.ts';
import { reportFileSeenBy } from '../../order/store/order-reports.ts';

/** Routes of attachments, for users who see the room, and of test reports, for users who may read the order. */
export function fileRoutes(app: FastifyInstance, { db, config }: Deps): void {
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .get('/files/:id', { schema: { params: idParams, response: { 200: bytesOf('*/*') } } }, async (request, reply) => {
      const { user } = request.session;
      const { id } = request.params;
      const file = (await attachmentSeenBy(db, user, id)) ?? (await reportFileSeenBy(db, user, id));
      if (file === undefined) throw new Refusal('NOT_FOUND');
      return sendDownload(reply, config.filesDir, file);
    });
}
