import { type Handoff, type HandoffOrder, type HandoffTurn, type Message, type Room } from '#domain/chat/chat.ts';
import { problemWithFiles } from '#domain/ground/attachments.ts';
import { answerIdOf, handoffIdOf } from '#domain/spine/commands.ts';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { turnFrom } from '#domain/chat/handoff-turn.ts';
import { uuidv5 } from '#domain/ground/ids.ts';
import { canChatWithExperts } from '#domain/account/permissions.ts';
import { roomNames, talksToAssistant, roomTypes } from '#domain/account/room-types.ts';
import { isBlank } from '#domain/ground/text.ts';
import { mayReadOrder } from '../../order/store/orders.ts';
import { attachAll, storedFiles, writtenBy } from './chat-send.ts';
import type { CommandRecord } from '../../spine/work/part.ts';
import { command, type Work } from '../../spine/work/rules.ts';
import { mayEnter, openRoom } from './room-open.ts';
import { attachments } from '../../files/parts/attachments.ts';
import { orders } from '../../order/parts/orders.ts';
import { messages } from '../parts/messages.ts';
import { rooms } from '../parts/rooms.ts';

/**
 * Hands a question over to the experts: it becomes a message of the customer in their open expert room, or a new one,
 * with the turns before it, its files, a note and the order that the customer looked at last. A question is handed over
 * once; a repeat returns the same message.
 */
export const handoffRequest = command('handoff.request', {
  uses: { rooms, messages, attachments, orders },
  needs({ args }, actorId) {
    const asked = questionsIn(args);
    return {
      rooms: [{ id: args.roomId }, { id: args.expertRoomId }, { customer: actorId }],
      messages: [...asked, ...asked.map(answerIdOf), handoffIdOf(args.questionId ?? args.roomId)],
      attachments: args.files ?? [],
      orders: args.orderId === undefined ? [] : [{ id: args.orderId }],
    };
  },
  decide(work, { args }) {
    const { room, side } = work.rooms.visible(args.roomId);
    if (!talksToAssistant(room.type) || side !== 'user') throw new Refusal('NOT_FOUND');
    if (!canChatWithExperts(work.actor)) throw new Refusal('FORBIDDEN');
    const question = args.questionId === undefined ? undefined : work.messages.get(args.questionId);
    if (args.questionId !== undefined && question?.roomId !== room.id) {
      throw new Refusal('NOT_FOUND', [{ path: 'questionId', code: 'NOT_FOUND' }]);
    }
    const id = handoffIdOf(question?.id ?? room.id);
    const earlier = work.messages.get(id);
    if (earlier !== undefined) return handedOver(work, earlier, args.expertRoomId);
    const problem = problemWithFiles(args.files ?? []);
    if (problem !== undefined) throw new Refusal(problem);
    const files = storedFiles(work, args.files ?? []);
    work.spend('messagesPerDay');
    const expertRoomId = expertRoomFor(work, args.expertRoomId);
    const of = { questionId: question?.id ?? null };
    const order = orderOf(work, args.orderId);
    const card = say(work, {
      ...writtenBy(work, 'user'),
      id,
      roomId: expertRoomId,
      content: question?.content || `Handed over from the assistant, ${room.name}`,
      files: files.map(({ ref }) => ref),
      handoff: {
        ...of,
        roomId: room.id,
        turns: turnsOf(work, room, questionsIn(args)),
        ...(args.note === undefined || isBlank(args.note) ? {} : { note: args.note }),
        ...(order === undefined ? {} : { order }),
      },
    });
    attachAll(work, card, files);
    say(work, {
      senderType: 'SUPPORT',
      author: { id: 'system', name: 'VFP', kind: 'system' },
      id: uuidv5(`card/${id}`),
      roomId: room.id,
      content: 'Handed over to an expert. The answer comes in your chat with the experts.',
      files: [],
      handoff: { ...of, roomId: expertRoomId },
    });
    return { canonicalRoomId: expertRoomId };
  },
});

type RoomsWork = Work<{ rooms: typeof rooms }>;

/** Returns the ids of the question and the earlier ones, oldest first. */
function questionsIn({ earlier = [], questionId }: CommandArgs<'handoff.request'>): string[] {
  return questionId === undefined ? earlier : [...earlier, questionId];
}

/** Handles a repeat, perhaps from another device: the room id of this command becomes an alias of that room. */
function handedOver(work: RoomsWork, earlier: Message, proposedId: string): object {
  if (earlier.author.id !== work.actor.id) throw new Refusal('IDEMPOTENCY_CONFLICT');
  if (work.rooms.get(proposedId) === undefined) {
    work.spend('roomsPerDay');
    work.rooms.addAlias(proposedId, earlier.roomId);
  }
  return { canonicalRoomId: earlier.roomId };
}

/** Returns questions and answers as turns. Questions that are missing or in another room are left out. */
function turnsOf(work: Work<{ messages: typeof messages }>, room: Room, questionIds: string[]): HandoffTurn[] {
  return questionIds
    .flatMap((id) => [work.messages.get(id), work.messages.get(answerIdOf(id))])
    .flatMap((message) => (message?.roomId === room.id && message.redacted !== true ? [turnFrom(message)] : []));
}

/** Returns the order to name; undefined if it is gone or the customer may not read it. */
function orderOf(work: Work<{ orders: typeof orders }>, orderId: string | undefined): HandoffOrder | undefined {
  const order = orderId === undefined ? undefined : work.orders.get(orderId);
  return order === undefined || !mayReadOrder(work.actor, order) ? undefined : { id: order.id, number: order.number };
}

function expertRoomFor(work: RoomsWork, proposedId: string): string {
  const named = work.rooms.get(proposedId);
  if (named !== undefined) {
    if (named.type !== roomTypes.expert || named.customerId !== work.actor.id)
      throw new Refusal('IDEMPOTENCY_CONFLICT');
    return named.id;
  }
  const room = work.rooms.ownExpertRoom();
  if (room !== undefined) {
    if (!mayEnter(work, room)) throw new Refusal('FORBIDDEN');
    work.spend('roomsPerDay');
    work.rooms.addAlias(proposedId, room.id);
    return room.id;
  }
  const { expert } = roomTypes;
  work.spend('roomsPerDay');
  openRoom(work, { id: proposedId, type: expert, name: roomNames[expert], resultName: null });
  return proposedId;
}

/** Appends a message to its room. */
function say(
  work: CommandRecord,
  about: Pick<Message, 'id' | 'roomId' | 'content' | 'senderType' | 'author' | 'files'> & { handoff: Handoff },
): Message {
  const stream = `room:${about.roomId}`;
  const message: Message = { ...about, sseq: work.next(stream), replyTo: null, createdAt: work.at };
  const isForStaff = about.handoff.turns !== undefined;
  work.append(stream, 'message.sent', { message }, isForStaff);
  return message;
}
