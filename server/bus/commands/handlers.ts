import type { CommandType } from '#domain/commands.ts';
import { chatSend } from './chat-send.ts';
import { feedbackGive } from './feedback-give.ts';
import type { Handler } from './handler.ts';
import { handoffRequest } from './handoff-request.ts';
import { memberRemove } from './member-remove.ts';
import { messageRedact } from './message-redact.ts';
import { orderPatch } from './order-patch.ts';
import { orderPlace } from './order-place.ts';
import { orderTransition } from './order-transition.ts';
import { questionAsk } from './question-ask.ts';
import { readMark } from './read-mark.ts';
import { roomOpen } from './room-open.ts';

const handlers: { [T in CommandType]: Handler<T> } = {
  'room.open': roomOpen,
  'chat.send': chatSend,
  'message.redact': messageRedact,
  'member.remove': memberRemove,
  'read.mark': readMark,
  'question.ask': questionAsk,
  'feedback.give': feedbackGive,
  'handoff.request': handoffRequest,
  'order.patch': orderPatch,
  'order.place': orderPlace,
  'order.transition': orderTransition,
};

/** What happens for commands of this type. */
export function handlerOf<T extends CommandType>(type: T): Handler<T> {
  return handlers[type];
}
