import { type FileRef, type Message, type Room, previewOf, problemWithFiles } from '#domain/chat.ts';
import { Refusal } from '#domain/errors.ts';
import { uuidv5 } from '#domain/ids.ts';
import { talksToAssistant } from '#domain/room-types.ts';
import { canChatWithExperts } from '#domain/permissions.ts';
import { bindAll, storedFiles } from './chat-send.ts';
import type { Handler } from './handler.ts';
import { mayEnter, openRoom } from './room-open.ts';
import type { Work } from './work.ts';

/** A person takes a conversation with the assistant to the experts: their open room, or a new one, hears of it, and sees its files. */
export const handoffRequest: Handler<'handoff.request'> = {
  needs({ args }) {
    const messages = args.questionId === undefined ? [] : [args.questionId];
    return { rooms: [args.roomId, args.expertRoomId], messages, expertRoom: true, files: args.files ?? [] };
  },
  handle(work, { args, cmdId }) {
    const { room, side } = work.ownRoom(args.roomId);
    if (!talksToAssistant(room.type) || side !== 'user') throw new Refusal('NOT_FOUND');
    if (!canChatWithExperts(work.actor)) throw new Refusal('FORBIDDEN');
    const question = args.questionId === undefined ? undefined : work.messages.get(args.questionId);
    if (args.questionId !== undefined && question?.roomId !== room.id) {
      throw new Refusal('NOT_FOUND', [{ path: 'questionId', code: 'NOT_FOUND' }]);
    }
    const problem = problemWithFiles(args.files ?? []);
    if (problem !== undefined) throw new Refusal(problem);
    const files = storedFiles(work, args.files ?? []);
    work.spend('messagesPerDay');
    const expertRoomId = expertRoomFor(work, cmdId, args.expertRoomId);
    const asked = question === undefined ? '' : `: “${previewOf(question)}”`;
    const card = `Handed over from the assistant, ${room.name}${asked}`;
    const told = say(
      work,
      cmdId,
      { id: expertRoomId, type: 5 },
      card,
      files.map(({ ref }) => ref),
    );
    bindAll(work, told, files);
    say(work, cmdId, room, 'Handed over to an expert. The answer comes in your chat with the experts.');
    return { canonicalRoomId: expertRoomId };
  },
};

function expertRoomFor(work: Work, cmdId: string, wished: string): string {
  const named = work.room(wished);
  if (named !== undefined) {
    if (named.type !== 5 || named.customerId !== work.actor.id) throw new Refusal('IDEMPOTENCY_CONFLICT');
    return named.id;
  }
  for (const room of work.rooms.values()) {
    if (room.type === 5 && room.status === 'open' && room.customerId === work.actor.id) {
      if (!mayEnter(work, room)) throw new Refusal('FORBIDDEN');
      work.spend('roomsPerDay');
      work.addAlias(wished, room.id);
      return room.id;
    }
  }
  openRoom(work, cmdId, { id: wished, type: 5, name: 'Chat with an expert', resultName: null });
  return wished;
}

/** A card of the system's own, which counts as unread for nobody. */
function say(
  work: Work,
  cmdId: string,
  room: Pick<Room, 'id' | 'type'>,
  content: string,
  files: FileRef[] = [],
): Message {
  const stream = `room:${room.id}`;
  const message: Message = {
    id: uuidv5(`card/${cmdId}/${room.id}`),
    roomId: room.id,
    sseq: work.nextPlace(stream),
    content,
    senderType: 'SUPPORT',
    author: { id: 'system', name: 'VFP', kind: 'system' },
    files,
    replyTo: null,
    createdAt: work.at,
  };
  work.append(stream, 'message.sent', { message }, cmdId, room.type >= 5);
  return message;
}
