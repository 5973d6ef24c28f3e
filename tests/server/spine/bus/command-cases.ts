import { randomBytes } from 'node:crypto';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import { answerIdOf } from '#domain/spine/commands.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { Order } from '#domain/order/data/order.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import type { User } from '#domain/account/users.ts';
import { demoOrders } from '../../../../server/demo/orders.ts';
import type { IncomingCommand } from '../../../../server/spine/bus/parse.ts';
import { busWorld, change, patch, say } from '../../../support/database/bus-world.ts';
import { parcelContent } from '../../../support/orders/goods.ts';
import { writeOrders } from '../../../support/orders/written-orders.ts';
import { newId, somebody, wish } from '../../../support/users.ts';

/** A push of each command of the bus, ready to be sent: what is there before has been written by another bus. */

interface Push {
  by: User;
  commands: IncomingCommand[];
}

interface Case {
  type: CommandType;
  prepare: (world: CaseWorld) => Promise<Push>;
}

type CaseWorld = Awaited<ReturnType<typeof caseWorld>>;

/** Creates a bus world with a colleague, an administrator and what the cases begin with. */
export async function caseWorld() {
  const world = await busWorld([knownEntry]);
  const { db, engineer, one, openRoom, url } = world;
  await runMigrations({ connectionString: url });
  const done = async (user: User, command: IncomingCommand): Promise<IncomingCommand> => {
    expect(await one(user, command)).toMatchObject({ s: 'ok' });
    return command;
  };
  return {
    ...world,
    done,
    colleague: await somebody(db, 'colleague'),
    admin: await somebody(db, 'admin'),
    conversation: () => openRoom(engineer, roomTypes.general),
    resultRoom: () => openRoom(engineer, roomTypes.result, { resultName: newId() }),
    /** Writes a draft with these fields. @returns its id */
    async draft(doc: object = { quantity: 5 }): Promise<string> {
      const id = newId();
      await done(engineer, patch(id, ...Object.entries(doc).map(([path, value]) => change(path, value, null))));
      return id;
    },
    async orderIn(status: Order['status']): Promise<Order> {
      const [order] = await writeOrders(db, engineer, [{ status, service: 'both' }]);
      if (order === undefined) throw new Error('no order was written');
      return order;
    },
    /** Stores a file of this user. @returns it as a command names it */
    async file(user: User, name: string, mime: string): Promise<object> {
      const [size, sha256] = [1234, randomBytes(32).toString('hex')];
      await sql`insert into files (id, uploader, sha256, size, mime, path)
        values (${newId()}, ${user.id}, ${sha256}, ${size}, ${mime}, 'x')`.execute(db);
      return { id: newId(), name, size, mime, sha256 };
    },
  };
}

/** The entry that answers the question of the cases. */
export const knownEntry: KnowledgeEntry = {
  id: 'k1',
  large: 'Testing',
  medium: 'Basics',
  small: '',
  question: 'What does a reference performance test measure?',
  alternatives: ['What does RPT mean?'],
  answer: 'A reference performance test measures capacity and resistance at fixed conditions.',
  keywords: ['RPT'],
  urls: [],
  status: 'published',
};

const ask = (roomId: string) => wish('question.ask', { roomId, text: knownEntry.question, chatType: 1 });

const move = ({ id, status }: Order, event: string, more: object = {}) =>
  wish('order.transition', { orderId: id, event, expectStatus: status, ...more });

const accept = (order: Order) => move(order, 'ACCEPT_QUOTE', { quoteHash: order.quote?.hash });

/** A report that an expert adds to an order under test. */
async function newReport({ expert, file, orderIn }: CaseWorld) {
  const { id: orderId } = await orderIn('testing');
  const [reportId, stored] = [newId(), await file(expert, 'report.pdf', 'application/pdf')];
  const about = { name: 'Capacity', test: null, numbers: [], note: '', files: [stored] };
  return { orderId, reportId, add: wish('report.add', { orderId, reportId, ...about }) };
}

async function publishedReport(world: CaseWorld) {
  const { add, orderId, reportId } = await newReport(world);
  await world.done(world.expert, add);
  await world.done(world.expert, wish('report.publish', { orderId, reportIds: [reportId] }));
  return { orderId, reportId };
}

/** A case about a conversation of the engineer with the assistant. */
function ofConversation(type: CommandType, args: object, before?: CommandType): Case {
  return {
    type,
    async prepare({ conversation, done, engineer }) {
      const roomId = await conversation();
      if (before !== undefined) await done(engineer, wish(before, { roomId }));
      return { by: engineer, commands: [wish(type, { roomId, ...args })] };
    },
  };
}

export const cases = {
  'Opening a conversation': {
    type: 'room.open',
    prepare: async ({ engineer }) => ({ by: engineer, commands: [wish('room.open', { roomId: newId(), type: 1 })] }),
  },
  'Opening a chat with the experts': {
    type: 'room.open',
    prepare: async ({ db }) => ({
      by: await somebody(db, 'engineer'),
      commands: [wish('room.open', { roomId: newId(), type: roomTypes.expert })],
    }),
  },
  'Opening the room of an order as an expert': {
    type: 'room.open',
    async prepare({ expert, orderIn }) {
      const { id: orderId } = await orderIn('submitted');
      return { by: expert, commands: [wish('room.open', { roomId: newId(), type: roomTypes.order, orderId })] };
    },
  },
  'A message': {
    type: 'chat.send',
    prepare: async ({ engineer, resultRoom }) => ({ by: engineer, commands: [say(await resultRoom(), 'hello')] }),
  },
  'A push of fifty messages': {
    type: 'chat.send',
    async prepare({ engineer, resultRoom }) {
      const roomId = await resultRoom();
      return { by: engineer, commands: Array.from({ length: 50 }, (_, i) => say(roomId, `message ${i}`)) };
    },
  },
  'A message with a file': {
    type: 'chat.send',
    async prepare({ engineer, file, resultRoom }) {
      return { by: engineer, commands: [say(await resultRoom(), '', [await file(engineer, 'a.png', 'image/png')])] };
    },
  },
  'A message with a file about an order': {
    type: 'chat.send',
    async prepare({ draft, engineer, file, openRoom }) {
      const roomId = await openRoom(engineer, roomTypes.order, { orderId: await draft() });
      return { by: engineer, commands: [say(roomId, '', [await file(engineer, 'a.png', 'image/png')])] };
    },
  },
  'Deleting a message': {
    type: 'message.redact',
    async prepare({ done, engineer, resultRoom }) {
      const roomId = await resultRoom();
      const { cmdId: messageId } = await done(engineer, say(roomId, 'not for you'));
      return { by: engineer, commands: [wish('message.redact', { roomId, messageId })] };
    },
  },
  'Removing a member': {
    type: 'member.remove',
    async prepare({ engineer, expert, resultRoom }) {
      return { by: expert, commands: [wish('member.remove', { roomId: await resultRoom(), userId: engineer.id })] };
    },
  },
  'Reading a message': {
    type: 'read.mark',
    async prepare({ done, engineer, expert, resultRoom }) {
      const roomId = await resultRoom();
      await done(expert, say(roomId, 'Stop the test.'));
      return { by: engineer, commands: [wish('read.mark', { roomId, upTo: 2 })] };
    },
  },
  'Taking a room as an expert': {
    type: 'room.assign',
    async prepare({ expert, resultRoom }) {
      const args = { roomId: await resultRoom(), assigneeId: expert.id, expectAssigneeId: null };
      return { by: expert, commands: [wish('room.assign', args)] };
    },
  },
  'Renaming a conversation': ofConversation('room.rename', { title: 'Overhang' }),
  'Pinning a conversation': ofConversation('room.pin', { pinned: true }),
  'Deleting a conversation': ofConversation('room.delete', {}),
  'Restoring a conversation': ofConversation('room.restore', {}, 'room.delete'),
  'A question without a language model': {
    type: 'question.ask',
    prepare: async ({ conversation, engineer }) => ({ by: engineer, commands: [ask(await conversation())] }),
  },
  'Rating an answer': {
    type: 'feedback.give',
    async prepare({ conversation, done, engineer }) {
      const roomId = await conversation();
      const { cmdId } = await done(engineer, ask(roomId));
      return {
        by: engineer,
        commands: [wish('feedback.give', { roomId, answerId: answerIdOf(cmdId), rating: 1 })],
      };
    },
  },
  'Handing a question over into an open chat with the experts': {
    type: 'handoff.request',
    async prepare({ db, done, openRoom }) {
      const by = await somebody(db, 'engineer');
      const [roomId, expertRoomId] = [await openRoom(by, roomTypes.general), await openRoom(by, roomTypes.expert)];
      const { cmdId: questionId } = await done(by, ask(roomId));
      return { by, commands: [wish('handoff.request', { roomId, expertRoomId, questionId })] };
    },
  },
  'Changing a draft': {
    type: 'order.patch',
    async prepare({ draft, engineer }) {
      return { by: engineer, commands: [patch(await draft(), change('title', 'Pilot', null))] };
    },
  },
  'A new draft': {
    type: 'order.patch',
    prepare: async ({ engineer }) => ({ by: engineer, commands: [patch(newId(), change('quantity', 5, null))] }),
  },
  'Sharing a draft without a change': {
    type: 'order.share',
    async prepare({ draft, engineer }) {
      return { by: engineer, commands: [wish('order.share', { orderId: await draft(), userIds: [] })] };
    },
  },
  'Sharing a draft with a colleague': {
    type: 'order.share',
    async prepare({ colleague, draft, engineer }) {
      return { by: engineer, commands: [wish('order.share', { orderId: await draft(), userIds: [colleague.id] })] };
    },
  },
  'Placing an order': {
    type: 'order.place',
    async prepare({ draft, engineer, order }) {
      const orderId = await draft(demoOrders[0]?.doc);
      const { hash: quoteHash } = quoteOf((await order(orderId)).doc, exampleRateCard);
      return { by: engineer, commands: [wish('order.place', { orderId, quoteHash })] };
    },
  },
  'Discarding a draft': {
    type: 'order.transition',
    async prepare({ draft, engineer, order }) {
      return { by: engineer, commands: [move(await order(await draft()), 'DISCARD')] };
    },
  },
  'Starting a review with a note': {
    type: 'order.transition',
    async prepare({ expert, orderIn }) {
      return { by: expert, commands: [move(await orderIn('submitted'), 'START_REVIEW', { note: 'Mind the tabs.' })] };
    },
  },
  'A push that starts three reviews': {
    type: 'order.transition',
    async prepare({ expert, orderIn }) {
      const orders = [await orderIn('submitted'), await orderIn('submitted'), await orderIn('submitted')];
      return { by: expert, commands: orders.map((order) => move(order, 'START_REVIEW')) };
    },
  },
  'Accepting a price': {
    type: 'order.transition',
    prepare: async ({ engineer, orderIn }) => ({ by: engineer, commands: [accept(await orderIn('reviewed'))] }),
  },
  'Recording the payment of an order': {
    type: 'order.transition',
    async prepare({ admin, done, engineer, order, orderIn }) {
      const reviewed = await orderIn('reviewed');
      await done(engineer, accept(reviewed));
      return { by: admin, commands: [move(await order(reviewed.id), 'INVOICE_PAID')] };
    },
  },
  'A note about an order': {
    type: 'order.note',
    async prepare({ expert, orderIn }) {
      const { id: orderId } = await orderIn('submitted');
      return { by: expert, commands: [wish('order.note', { orderId, text: 'Mind the tabs.' })] };
    },
  },
  'Putting an expert in charge of an order': {
    type: 'order.assign',
    async prepare({ expert, orderIn }) {
      const { id: orderId } = await orderIn('submitted');
      return { by: expert, commands: [wish('order.assign', { orderId, expertId: expert.id, expectId: null })] };
    },
  },
  'Announcing a parcel': {
    type: 'parcel.change',
    async prepare({ engineer, orderIn }) {
      const { id: orderId } = await orderIn('processing');
      const args = { orderId, parcelId: newId(), step: 'announced', content: parcelContent };
      return { by: engineer, commands: [wish('parcel.change', args)] };
    },
  },
  'The arrival of a parcel': {
    type: 'parcel.change',
    async prepare({ expert, orderIn }) {
      const { id: orderId } = await orderIn('processing');
      const args = { orderId, parcelId: newId(), step: 'arrived', content: parcelContent };
      return { by: expert, commands: [wish('parcel.change', args)] };
    },
  },
  'Marking cells as built': {
    type: 'cells.mark',
    async prepare({ expert, orderIn }) {
      const { id: orderId } = await orderIn('prototyping');
      return { by: expert, commands: [wish('cells.mark', { orderId, numbers: [1, 2, 3], state: 'built' })] };
    },
  },
  'Adding a report': {
    type: 'report.add',
    prepare: async (world) => ({ by: world.expert, commands: [(await newReport(world)).add] }),
  },
  'Publishing a report': {
    type: 'report.publish',
    async prepare(world) {
      const { add, orderId, reportId } = await newReport(world);
      await world.done(world.expert, add);
      return { by: world.expert, commands: [wish('report.publish', { orderId, reportIds: [reportId] })] };
    },
  },
  'Withdrawing a report': {
    type: 'report.withdraw',
    async prepare(world) {
      const reason = 'It is about other cells.';
      return { by: world.expert, commands: [wish('report.withdraw', { ...(await publishedReport(world)), reason })] };
    },
  },
} satisfies Record<string, Case>;
