import { sql } from 'kysely';
import { canPlaceOrders, isStaff, ownsConversation } from '#domain/account/permissions.ts';
import { isStaffed, roomTypes } from '#domain/account/room-types.ts';
import type { User } from '#domain/account/users.ts';
import type { Room } from '#domain/chat/chat.ts';
import type { ParcelStep } from '#domain/order/data/goods.ts';
import type { Order, OrderStatus } from '#domain/order/data/order.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { cellStatuses } from '#domain/order/life/cell-moves.ts';
import { allowedParcelSteps, parcelsOf } from '#domain/order/life/parcels.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import { allowedEvents, type OrderRole } from '#domain/order/life/status.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import { demoOrders } from '../../../../server/demo/orders.ts';
import type { Db } from '../../../../server/database/db.ts';
import type { IncomingCommand } from '../../../../server/spine/bus/parse.ts';
import type { Random } from '../../../simulation/random.ts';
import { change } from '../../../support/database/bus-world.ts';
import { parcelContent } from '../../../support/orders/goods.ts';
import { commandOf, ownCommands } from '../../../support/orders/order-tries.ts';
import { newId, wish } from '../../../support/users.ts';

/** Random commands of every type, about what users find when they look. Others may have changed it meanwhile. */

export interface Writer {
  user: User;
  random: Random;
  colleagues: readonly string[];
  /** Draws an id for a picture or a document that the user has uploaded. */
  picture: () => object;
  document: () => object;
}

/** Rooms, orders and the rest, as they are stored at one moment. */
interface Found {
  rooms: Room[];
  orders: Order[];
  messages: { id: string; roomId: string; author: string; isAnswer: boolean }[];
  reports: { id: string; orderId: string }[];
  desks: { orderId: string; expert: string | null }[];
}

/** Reads everything that a random command may be about. */
export async function look(db: Db): Promise<Found> {
  const { rows } = await sql<Found>`select
    (select coalesce(json_agg(data), '[]') from rooms) as rooms,
    (select coalesce(json_agg(data), '[]') from orders) as orders,
    (select coalesce(json_agg(json_build_object('id', id, 'roomId', room_id, 'author', data #>> '{author,id}',
       'isAnswer', data -> 'answer' is not null)), '[]') from messages) as messages,
    (select coalesce(json_agg(json_build_object('id', id, 'orderId', order_id)), '[]') from order_reports) as reports,
    (select coalesce(json_agg(json_build_object('orderId', order_id, 'expert', expert)), '[]') from order_desks) as desks`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Error('nothing was read');
  return rows[0];
}

/** Draws a command that fits what the user sees. */
export function randomCommand(writer: Writer, found: Found): IncomingCommand {
  const { random, user } = writer;
  for (;;) {
    const type = random.pick(random.pick(nouns));
    const args = ofStaff.has(type) && !isStaff(user) ? undefined : makers[type](viewOf(writer, found));
    if (args !== undefined) return wish(type, args);
  }
}

const awaitingParcels: ReadonlySet<OrderStatus> = new Set(['processing', 'awaiting_delivery_of_material']);

type View = ReturnType<typeof viewOf>;

/** Draws one of each kind of thing that the user sees; undefined where there is none. */
function viewOf(writer: Writer, { desks, messages, orders, reports, rooms }: Found) {
  const { random, user } = writer;
  const one = <T>(items: readonly T[]): T | undefined => (items.length === 0 ? undefined : random.pick(items));
  const own = orders.filter(({ colleagues = [], ownerId }) =>
    [ownerId, ...colleagues.map(({ userId }) => userId)].includes(user.id),
  );
  const theirs = isStaff(user) ? orders.filter(({ ownerId }) => ownerId !== user.id) : own;
  const seen = rooms.filter(({ customerId, type }) => customerId === user.id || (isStaff(user) && isStaffed(type)));
  const inRoom = (room: Room | undefined) => messages.filter(({ roomId }) => roomId === room?.id);
  return {
    ...writer,
    one,
    seen: one(seen),
    staffed: one(seen.filter(({ type }) => isStaffed(type))),
    conversation: one(seen.filter((room) => ownsConversation(user, room))),
    inRoom,
    order: one(theirs),
    awaiting: one(theirs.filter(({ status }) => awaitingParcels.has(status))),
    built: one(theirs.filter(({ status }) => cellStatuses.has(status))),
    draft: one(own.filter(({ status }) => status === 'draft')),
    report: one(reports),
    published: one(orders.flatMap((order) => publishedReports(order).map(({ id }) => ({ id, orderId: order.id })))),
    inCharge: (order: Order) => desks.find(({ orderId }) => orderId === order.id)?.expert ?? null,
  };
}

const roleOf = ({ role }: User): OrderRole =>
  role === 'CHATBOT' ? 'admin' : role === 'EXPERT' ? 'expert' : 'customer';

const texts = ['Yes', 'No', 'Which chemistry?', 'Stop the test.', 'The tab is loose.'];

const parcelDetails: Partial<Record<ParcelStep, object>> = {
  counted: { counts: [2, 1] },
  refused: { reason: 'It is wet.' },
};

/** Makes the arguments of a command; undefined where the user sees nothing that it could be about. */
const makers: Record<CommandType, (view: View) => object | undefined> = {
  'room.open': ({ order, random }) => {
    const { expert, general, order: ofOrder, result } = roomTypes;
    const args = { roomId: newId(), type: random.pick([expert, general, ofOrder, result]) };
    if (args.type === result) return { ...args, resultName: random.pick(['Batch 1', 'Batch 2']) };
    if (args.type === ofOrder) return order && { ...args, orderId: order.id };
    return args;
  },
  'chat.send': ({ inRoom, one, picture, random, seen }) =>
    seen && {
      roomId: seen.id,
      content: random.pick(texts),
      files: random.chance(0.2) ? [picture()] : [],
      ...(random.chance(0.3) ? { replyTo: one(inRoom(seen))?.id } : {}),
    },
  'message.redact': ({ inRoom, one, seen, user }) => {
    const message = one(inRoom(seen).filter(({ author }) => author === user.id));
    return message && { roomId: message.roomId, messageId: message.id };
  },
  'member.remove': ({ random, staffed }) =>
    staffed && random.chance(0.3) ? { roomId: staffed.id, userId: staffed.customerId } : undefined,
  'read.mark': ({ random, seen }) => seen && { roomId: seen.id, upTo: random.between(1, seen.sseq) },
  'room.assign': ({ random, staffed, user }) =>
    staffed && {
      roomId: staffed.id,
      assigneeId: random.chance(0.7) ? user.id : null,
      expectAssigneeId: staffed.assigneeId,
    },
  'room.rename': ({ conversation, random }) => conversation && { roomId: conversation.id, title: random.pick(texts) },
  'room.pin': ({ conversation, random }) => conversation && { roomId: conversation.id, pinned: random.chance(0.5) },
  'room.delete': ({ conversation }) => conversation && { roomId: conversation.id },
  'room.restore': ({ conversation }) => conversation && { roomId: conversation.id },
  'question.ask': ({ conversation, random }) =>
    conversation && { roomId: conversation.id, text: random.pick(texts), chatType: 1 },
  'feedback.give': ({ conversation, inRoom, one, random }) => {
    const answer = one(inRoom(conversation).filter(({ isAnswer }) => isAnswer));
    return answer && { roomId: answer.roomId, answerId: answer.id, rating: random.pick([1, -1]) };
  },
  'handoff.request': ({ conversation, inRoom, one, order, user }) => {
    const question = one(inRoom(conversation).filter(({ author }) => author === user.id));
    const more = { ...(question && { questionId: question.id }), ...(order && { orderId: order.id }) };
    return conversation && { roomId: conversation.id, expertRoomId: newId(), ...more };
  },
  'order.patch': ({ draft, random }) => {
    if (draft === undefined || random.chance(0.3)) {
      const changes = Object.entries(demoOrders[0]?.doc ?? {}).map(([path, value]) => change(path, value, null));
      return { orderId: newId(), changes };
    }
    const quantity = change('quantity', random.between(1, 50), draft.vers['quantity'] ?? null);
    return { orderId: draft.id, changes: [quantity] };
  },
  'order.share': ({ colleagues, draft, random, user }) =>
    draft?.ownerId === user.id
      ? { orderId: draft.id, userIds: colleagues.filter((id) => id !== user.id && random.chance(0.5)) }
      : undefined,
  'order.place': ({ draft, user }) =>
    draft && draft.ownerId === user.id && canPlaceOrders(user)
      ? { orderId: draft.id, quoteHash: quoteOf(draft.doc, exampleRateCard).hash }
      : undefined,
  'order.transition': ({ one, order, user }) => {
    if (order === undefined) return undefined;
    const { doc, status } = order;
    const role = roleOf(user);
    const event = one(allowedEvents(status, role, doc).filter((name) => !ownCommands.has(name)));
    return event === undefined ? undefined : commandOf(order, { event, role, service: 'both', status }).args;
  },
  'order.note': ({ order, random }) => order && { orderId: order.id, text: random.pick(texts) },
  'order.assign': ({ inCharge, order, random, user }) =>
    order && { orderId: order.id, expertId: random.pick([user.id, null]), expectId: inCharge(order) },
  'parcel.change': ({ awaiting, one, user }) => {
    if (awaiting === undefined) return undefined;
    const parcel = one([undefined, ...parcelsOf(awaiting)]);
    const step = one(allowedParcelSteps(awaiting.status, parcel, isStaff(user) ? 'staff' : 'customer'));
    if (step === undefined) return undefined;
    const isNew = step === 'announced' || (step === 'arrived' && parcel === undefined);
    const content = isNew ? { content: parcelContent } : {};
    return { orderId: awaiting.id, parcelId: parcel?.id ?? newId(), step, ...content, ...parcelDetails[step] };
  },
  'cells.mark': ({ built, random }) =>
    built && { orderId: built.id, numbers: [1], state: random.pick(['planned', 'built']) },
  'report.add': ({ document, order }) =>
    order && order.status !== 'draft'
      ? { orderId: order.id, reportId: newId(), name: 'R', test: null, numbers: [], note: '', files: [document()] }
      : undefined,
  'report.publish': ({ report }) => report && { orderId: report.orderId, reportIds: [report.id] },
  'report.withdraw': ({ published }) =>
    published && { orderId: published.orderId, reportId: published.id, reason: 'It is about other cells.' },
};

/** A user draws a noun first, so that each noun is written as often as the others. */
const nouns: readonly CommandType[][] = [
  ['room.open', 'chat.send', 'message.redact', 'read.mark', 'member.remove', 'room.assign'],
  ['question.ask', 'feedback.give', 'handoff.request', 'room.rename', 'room.pin', 'room.delete', 'room.restore'],
  ['order.patch', 'order.share', 'order.place', 'order.transition', 'order.note', 'order.assign'],
  ['parcel.change', 'cells.mark', 'report.add', 'report.publish', 'report.withdraw'],
];

/** Types of commands that only staff may send. */
const ofStaff: ReadonlySet<CommandType> = new Set([
  'member.remove',
  'room.assign',
  'order.note',
  'order.assign',
  'cells.mark',
  'report.add',
  'report.publish',
  'report.withdraw',
]);
