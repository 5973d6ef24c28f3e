import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { uuidv5 } from '#domain/ground/ids.ts';
import { refuseDiscarded } from '#domain/order/life/refuse-discarded.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { routesOfAttachments } from '#domain/order/wire/orders.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import type { User } from '#domain/account/users.ts';
import { canonicalRoomOf, command, commandWithin, keyOf } from '../../spine/routes/commanding.ts';
import { newId } from '../../ground/new-id.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { sendDownload } from '../../files/download.ts';
import { attachmentSeenBy, filesOfOrder, messageOfAttachment } from '../../chat/store/attachment-reads.ts';
import { roomOfOrder } from '../store/order-room.ts';
import { wireFile } from '../../chat/wire.ts';
import { filesOf, sendForm } from '../../chat/routes/message-form.ts';
import { readableOrder } from './readable-order.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes of the files of an order: files of messages in the order's room. Users who see the room see them. */
export function orderAttachmentRoutes(app: FastifyInstance, deps: Deps): void {
  const serve = serving(app, routesOfAttachments);
  const { db, bus, config } = deps;

  for (const path of ['po_system', 'users', 'admin-api/po_orders'] as const) {
    serve(`GET /${path}/orders/:id/attachments`, async ({ params, session: { user } }) => {
      const order = await readableOrder(db, user, params.id);
      return { items: (await filesOfOrder(db, user, order.id)).map(wireFile) };
    });
  }

  serve(
    'GET /users/orders/:id/attachments/:attachmentId/download',
    async ({ params: { id, attachmentId }, session: { user } }, reply) => {
      const order = await readableOrder(db, user, id);
      return sendDownload(reply, config.filesDir, await attachmentSeenBy(db, user, attachmentId, order.id));
    },
  );

  for (const path of ['po_system', 'admin-api/po_orders'] as const) {
    serve(`POST /${path}/orders/:id/attachments`, async (request, reply) => {
      const { user } = request.session;
      const files = await filesOf(request);
      const order = await readableOrder(db, user, request.params.id);
      if (order.ownerId !== user.id && !isStaff(user)) throw new Refusal('FORBIDDEN');
      refuseDiscarded(order);
      const key = keyOf(request, undefined);
      const roomId = await openedRoom(deps, user, order.id);
      const items: ReturnType<typeof wireFile>[] = [];
      let isNew = false;
      // A message for each file, so that each can be removed alone.
      for (const [i, file] of files.entries()) {
        const sent = await sendForm(deps, user.id, uuidv5(`${key}/${i}`), roomId, { fields: {}, files: [file] });
        isNew ||= sent.status === 201;
        items.push(...sent.message.files.map(wireFile));
      }
      request.isRepeat = !isNew;
      return reply.code(isNew ? 201 : 200).send({ items });
    });
  }

  // The specification spells it both ways.
  for (const part of ['po_orders', 'po-orders'] as const) {
    serve(
      `DELETE /admin-api/${part}/orders/:id/attachments/:attachmentId`,
      async ({ tx, held, params, session: { user }, afterCommit }) => {
        const order = await readableOrder(tx, user, params.id);
        const message = requireFound(await messageOfAttachment(tx, user, params.attachmentId, order.id));
        // Everything else in the message would go with it.
        if (!message.isAlone) throw new Refusal('INVALID', [{ path: 'attachmentId', code: 'NOT_ALONE' }]);
        const { roomId, messageId } = message;
        const within = { tx, held, bus };
        afterCommit.push(await commandWithin(within, user.id, 'message.redact', { roomId, messageId }, 'expert'));
      },
    );
  }
}

/** Returns the room of an order, which is opened if there is none. */
async function openedRoom({ db, bus }: Pick<Deps, 'db' | 'bus'>, user: User, orderId: string): Promise<string> {
  const known = await roomOfOrder(db, orderId);
  if (known !== undefined) return known;
  const roomId = newId();
  const opened = await command(bus, user.id, newId(), 'room.open', { roomId, type: roomTypes.order, orderId });
  return canonicalRoomOf(opened, roomId);
}
