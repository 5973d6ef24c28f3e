import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#domain/ground/errors.ts';
import { uuidv5 } from '#domain/ground/ids.ts';
import { refuseDiscarded } from '#domain/order/life/refuse-discarded.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { attachmentParams, orderFilesReply } from '#domain/order/wire/orders.ts';
import { bytesOf } from '#domain/ground/wire/parts.ts';
import { idempotencyHeaders, idParams } from '#domain/spine/wire/rest.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import type { User } from '#domain/account/users.ts';
import { canonicalRoomOf, command, commandWithin, keyOf } from '../../spine/routes/commanding.ts';
import { newId } from '../../ground/new-id.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { sendDownload } from '../../files/download.ts';
import { attachmentSeenBy, filesOfOrder, messageOfAttachment } from '../../chat/store/attachment-reads.ts';
import { roomOfOrder } from '../store/order-room.ts';
import { wireFile } from '../../chat/wire.ts';
import { filesBody, filesOf, sendForm } from '../../chat/routes/message-form.ts';
import { readableOrder } from './readable-order.ts';

/** Routes of the files of an order: files of messages in the order's room. Who sees the room sees them. */
export function orderAttachmentRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { db, bus, config } = deps;
  const listed = { schema: { params: idParams, response: { 200: orderFilesReply } } };

  const customers = '/po_system/orders/:id/attachments';
  const users = '/users/orders/:id/attachments';
  const staff = '/admin-api/po_orders/orders/:id/attachments';

  for (const path of [customers, users, staff]) {
    routes.get(path, listed, async ({ params, session: { user } }) => {
      const order = await readableOrder(db, user, params.id);
      return { items: (await filesOfOrder(db, user, order.id)).map(wireFile) };
    });
  }

  routes.get(
    `${users}/:attachmentId/download`,
    { schema: { params: attachmentParams, response: { 200: bytesOf('*/*') } } },
    async ({ params: { id, attachmentId }, session: { user } }, reply) => {
      const order = await readableOrder(db, user, id);
      const attachment = await attachmentSeenBy(db, user, attachmentId, order.id);
      if (attachment === undefined) throw new Refusal('NOT_FOUND');
      return sendDownload(reply, config.filesDir, attachment);
    },
  );

  const adding = {
    schema: {
      params: idParams,
      headers: idempotencyHeaders,
      body: filesBody,
      response: { 200: orderFilesReply, 201: orderFilesReply },
    },
  };
  for (const path of [customers, staff]) {
    routes.post(path, adding, async (request, reply) => {
      const { user } = request.session;
      const files = await filesOf(request);
      const order = await readableOrder(db, user, request.params.id);
      if (order.ownerId !== user.id && !isStaff(user)) throw new Refusal('FORBIDDEN');
      refuseDiscarded(order);
      const key = keyOf(request, undefined);
      const roomId = await openedRoom(user, order.id);
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
  for (const part of ['po_orders', 'po-orders']) {
    routes.delete(
      `/admin-api/${part}/orders/:id/attachments/:attachmentId`,
      { config: keyed, schema: { params: attachmentParams, response: { 204: Type.Null() } } },
      async ({ tx, held, params, session: { user }, afterCommit }, reply) => {
        const order = await readableOrder(tx, user, params.id);
        const message = await messageOfAttachment(tx, user, params.attachmentId, order.id);
        if (message === undefined) throw new Refusal('NOT_FOUND');
        // What else the message says would go with it.
        if (!message.isAlone) throw new Refusal('INVALID', [{ path: 'attachmentId', code: 'NOT_ALONE' }]);
        const { roomId, messageId } = message;
        const within = { tx, held, bus };
        afterCommit.push(await commandWithin(within, user.id, 'message.redact', { roomId, messageId }, 'expert'));
        reply.code(204);
        return null;
      },
    );
  }

  /** Returns the room of an order, which is opened if there is none. */
  async function openedRoom(user: User, orderId: string): Promise<string> {
    const known = await roomOfOrder(db, orderId);
    if (known !== undefined) return known;
    const roomId = newId();
    const opened = await command(bus, user.id, newId(), 'room.open', { roomId, type: roomTypes.order, orderId });
    return canonicalRoomOf(opened, roomId);
  }
}
