import type { FastifyInstance } from 'fastify';
import { routesOfRooms } from '#domain/chat/wire/rooms.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { sendDownload } from '../../files/download.ts';
import { attachmentSeenBy } from '../store/attachment-reads.ts';
import { reportFileSeenBy } from '../../order/store/order-reports.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes of attachments, for users who see the room, and of test reports, for users who may read the order. */
export function fileRoutes(app: FastifyInstance, { db, config }: Deps): void {
  serving(app, routesOfRooms)('GET /files/:id', async (request, reply) => {
    const { user } = request.session;
    const { id } = request.params;
    return sendDownload(
      reply,
      config.filesDir,
      (await attachmentSeenBy(db, user, id)) ?? (await reportFileSeenBy(db, user, id)),
    );
  });
}
