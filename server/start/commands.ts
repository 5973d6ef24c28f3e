import type { CommandType } from '#domain/spine/wire/commands.ts';
import { cellsMark } from '../order/commands/cells-mark.ts';
import { chatSend } from '../chat/commands/chat-send.ts';
import { feedbackGive } from '../assistant/commands/feedback-give.ts';
import type { Handler } from '../spine/work/handler.ts';
import { handoffRequest } from '../chat/commands/handoff-request.ts';
import { memberRemove } from '../chat/commands/member-remove.ts';
import { messageRedact } from '../chat/commands/message-redact.ts';
import { orderAssign } from '../order/commands/order-assign.ts';
import { orderNote } from '../order/commands/order-note.ts';
import { orderPatch } from '../order/commands/order-patch.ts';
import { orderPlace } from '../order/commands/order-place.ts';
import { orderShare } from '../order/commands/order-share.ts';
import { orderTransition } from '../order/commands/order-transition.ts';
import { parcelChange } from '../order/commands/parcel-change.ts';
import { questionAsk } from '../assistant/commands/question-ask.ts';
import { readMark } from '../chat/commands/read-mark.ts';
import { reportAdd } from '../order/commands/report-add.ts';
import { reportPublish } from '../order/commands/report-publish.ts';
import { reportWithdraw } from '../order/commands/report-withdraw.ts';
import { roomAssign } from '../chat/commands/room-assign.ts';
import { roomDelete } from '../chat/commands/room-delete.ts';
import { roomOpen } from '../chat/commands/room-open.ts';
import { roomPin } from '../chat/commands/room-pin.ts';
import { roomRename } from '../chat/commands/room-rename.ts';
import { roomRestore } from '../chat/commands/room-restore.ts';

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
