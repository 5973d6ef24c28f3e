import type { CommandType } from '#domain/spine/wire/commands.ts';
import { cellsMark } from './commands/cells-mark.ts';
import { chatSend } from './commands/chat-send.ts';
import { feedbackGive } from './commands/feedback-give.ts';
import type { Handler } from './work/handler.ts';
import { handoffRequest } from './commands/handoff-request.ts';
import { memberRemove } from './commands/member-remove.ts';
import { messageRedact } from './commands/message-redact.ts';
import { orderAssign } from './commands/order-assign.ts';
import { orderNote } from './commands/order-note.ts';
import { orderPatch } from './commands/order-patch.ts';
import { orderPlace } from './commands/order-place.ts';
import { orderShare } from './commands/order-share.ts';
import { orderTransition } from './commands/order-transition.ts';
import { parcelChange } from './commands/parcel-change.ts';
import { questionAsk } from './commands/question-ask.ts';
import { readMark } from './commands/read-mark.ts';
import { reportAdd } from './commands/report-add.ts';
import { reportPublish } from './commands/report-publish.ts';
import { reportWithdraw } from './commands/report-withdraw.ts';
import { roomAssign } from './commands/room-assign.ts';
import { roomDelete } from './commands/room-delete.ts';
import { roomOpen } from './commands/room-open.ts';
import { roomPin } from './commands/room-pin.ts';
import { roomRename } from './commands/room-rename.ts';
import { roomRestore } from './commands/room-restore.ts';

const handlers: { [T in CommandType]: Handler<T> } = {
  'room.open': roomOpen,
  'chat.send': chatSend,
  'message.redact': messageRedact,
  'member.remove': memberRemove,
  'read.mark': readMark,
  'question.ask': questionAsk,
  'feedback.give': feedbackGive,
  'handoff.request': handoffRequest,
  'room.rename': roomRename,
  'room.pin': roomPin,
  'room.delete': roomDelete,
  'room.restore': roomRestore,
  'room.assign': roomAssign,
  'order.patch': orderPatch,
  'order.share': orderShare,
  'order.place': orderPlace,
  'order.transition': orderTransition,
  'order.note': orderNote,
  'order.assign': orderAssign,
  'parcel.change': parcelChange,
  'cells.mark': cellsMark,
  'report.add': reportAdd,
  'report.publish': reportPublish,
  'report.withdraw': reportWithdraw,
};

/** Returns the handler of a command type. */
export function handlerOf<T extends CommandType>(type: T): Handler<T> {
  return handlers[type];
}
