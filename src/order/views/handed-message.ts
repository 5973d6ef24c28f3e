import type { HandoffTurn } from '#domain/chat/chat.ts';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { turnFrom } from '#domain/chat/handoff-turn.ts';
import { isBlank } from '#domain/ground/text.ts';
import type { Me } from '#domain/account/users.ts';
import { messagesOf } from '../../chat/views/message-views.ts';
import { orderOf } from './order-views.ts';
import type { HandedMessage, UserDb } from '../../db/schema.ts';
import type { MessageView } from '../../chat/views/view-types.ts';

/** Number of messages, counted from the end of the room, among which the question is searched for. */
export const questionWithin = 1000;

/** Returns the message that the experts get for a handoff, as far as this device has its parts. */
export async function handedMessageOf(
  db: UserDb,
  me: Me,
  { roomId, questionId, earlier = [], note, orderId }: CommandArgs<'handoff.request'>,
): Promise<HandedMessage> {
  const { messages } = await messagesOf(db, me, roomId, questionWithin);
  const order = orderId === undefined ? undefined : await orderOf(db, me, orderId);
  return {
    content: messages.find(({ id }) => id === questionId)?.content ?? '',
    handoff: {
      questionId: questionId ?? null,
      roomId,
      turns: turnsOf(messages, { earlier, ...(questionId === undefined ? {} : { questionId }) }),
      ...(note === undefined || isBlank(note) ? {} : { note }),
      ...(order === undefined ? {} : { order: { id: order.id, number: order.number } }),
    },
  };
}

/** Returns the turns that the experts get with a question, as far as this device has them. */
export function turnsOf(
  messages: readonly MessageView[],
  { earlier, questionId }: { earlier: readonly string[]; questionId?: string },
): HandoffTurn[] {
  return [...earlier, ...(questionId === undefined ? [] : [questionId])].flatMap((id) => {
    const question = messages.find((message) => message.id === id);
    if (question === undefined) return [];
    const answer = messages.find((message) => message.answer?.questionId === id) ?? savedAnswerTo(question);
    return [question, ...(answer === undefined ? [] : [answer])].map(turnFrom);
  });
}

function savedAnswerTo({ savedAnswer, createdAt }: MessageView): Parameters<typeof turnFrom>[0] | undefined {
  return savedAnswer && { ...savedAnswer, author: { id: '', name: '', kind: 'assistant' }, createdAt };
}
