import { afterAll, expect, test } from 'vitest';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import { busWorld, change, patch, say } from '../../../support/database/bus-world.ts';
import { newId, somebody, wish } from '../../../support/users.ts';

/** A user without access cannot tell an existing object from a missing one. */

const { close, db, engineer, one, openRoom } = await busWorld();
afterAll(close);

const roomId = await openRoom(engineer, 7, { resultName: 'Batch 7' });
const said = say(roomId, 'hello');
await one(engineer, said);
const orderId = newId();
await one(engineer, patch(orderId, change('quantity', 5, null)));

interface Ids {
  room: string;
  order: string;
  message: string;
}
const foreignIds: Ids = { room: roomId, order: orderId, message: said.cmdId };

/** Arguments of each command that refer to these ids. `room.open` chooses its own room id, so it refers to the order. */
const argsOf: Record<CommandType, (ids: Ids) => object> = {
  'room.open': ({ order }) => ({ roomId: newId(), type: 6, orderId: order }),
  'chat.send': ({ room }) => ({ roomId: room, content: 'x', files: [] }),
  'message.redact': ({ room, message }) => ({ roomId: room, messageId: message }),
  'member.remove': ({ room }) => ({ roomId: room, userId: engineer.id }),
  'read.mark': ({ room }) => ({ roomId: room, upTo: 1 }),
  'question.ask': ({ room }) => ({ roomId: room, text: 'How wide is a 4680 cell?', chatType: 1 }),
  'feedback.give': ({ room, message }) => ({ roomId: room, answerId: message, rating: 1 }),
  'handoff.request': ({ room }) => ({ roomId: room, expertRoomId: newId() }),
  'room.rename': ({ room }) => ({ roomId: room, title: 'Overhang' }),
  'room.pin': ({ room }) => ({ roomId: room, pinned: true }),
  'room.delete': ({ room }) => ({ roomId: room }),
  'room.restore': ({ room }) => ({ roomId: room }),
  'room.assign': ({ room }) => ({ roomId: room, assigneeId: null, expectAssigneeId: null }),
  'order.patch': ({ order }) => ({ orderId: order, changes: [change('quantity', 6, null)] }),
  'order.share': ({ order }) => ({ orderId: order, userIds: [] }),
  'order.place': ({ order }) => ({ orderId: order, docHash: '0'.repeat(64), quoteHash: '0'.repeat(64) }),
  'order.note': ({ order }) => ({ orderId: order, text: 'x' }),
  'order.assign': ({ order }) => ({ orderId: order, expertId: null, expectId: null }),
  'order.transition': ({ order }) => ({ orderId: order, event: 'CANCEL', expectStatus: 'draft' }),
  'parcel.change': ({ order }) => ({ orderId: order, parcelId: newId(), step: 'arrived' }),
  'cells.mark': ({ order }) => ({ orderId: order, numbers: [1], state: 'built' }),
  'report.add': ({ order }) => ({
    orderId: order,
    reportId: newId(),
    name: 'x',
    test: null,
    numbers: [],
    note: '',
    files: [{ id: newId(), name: 'x.pdf', size: 1, mime: 'application/pdf', sha256: '0'.repeat(64) }],
  }),
  'report.publish': ({ order, message }) => ({ orderId: order, reportIds: [message] }),
  'report.withdraw': ({ order, message }) => ({ orderId: order, reportId: message, reason: 'x' }),
};

const kinds = ['customer', 'stranger', 'trial', 'freeTrial', 'manager'] as const;
const types = Object.keys(argsOf) as CommandType[];

test.each(types.flatMap((type) => kinds.map((kind) => ({ type, kind }))))(
  '$type by a $kind gets the same reply for the object of another user as for a missing one',
  async ({ type, kind }) => {
    const user = await somebody(db, kind);
    const replyTo = async (ids: Ids) => {
      const { cmdId: _, ...reply } = await one(user, wish(type, argsOf[type](ids)));
      return JSON.stringify(reply);
    };
    const foreign = await replyTo(foreignIds);
    expect(foreign).toContain('"s":"rejected"');
    expect(foreign).toBe(await replyTo({ room: newId(), order: newId(), message: newId() }));
  },
);
