import type { Nouns } from '../spine/work/rules.ts';
import { users } from '../spine/work/users.ts';
import { attachments } from '../files/parts/attachments.ts';
import { chatSend } from '../chat/commands/chat-send.ts';
import { handoffRequest } from '../chat/commands/handoff-request.ts';
import { memberRemove } from '../chat/commands/member-remove.ts';
import { messageRedact } from '../chat/commands/message-redact.ts';
import { readMark } from '../chat/commands/read-mark.ts';
import { roomAssign } from '../chat/commands/room-assign.ts';
import { roomDelete } from '../chat/commands/room-delete.ts';
import { roomOpen } from '../chat/commands/room-open.ts';
import { roomPin } from '../chat/commands/room-pin.ts';
import { roomRename } from '../chat/commands/room-rename.ts';
import { roomRestore } from '../chat/commands/room-restore.ts';
import { messages } from '../chat/parts/messages.ts';
import { rooms } from '../chat/parts/rooms.ts';
import { feedbackGive } from '../assistant/commands/feedback-give.ts';
import { type AskingDeps, questionAsk } from '../assistant/commands/question-ask.ts';
import { modelAnswersPart } from '../assistant/parts/model-answers.ts';
import { questions } from '../assistant/parts/questions.ts';
import { cellsMark } from '../order/commands/cells-mark.ts';
import { orderAssign } from '../order/commands/order-assign.ts';
import { orderNote } from '../order/commands/order-note.ts';
import { orderPatch } from '../order/commands/order-patch.ts';
import { orderPlace } from '../order/commands/order-place.ts';
import { orderShare } from '../order/commands/order-share.ts';
import { orderTransition } from '../order/commands/order-transition.ts';
import { parcelChange } from '../order/commands/parcel-change.ts';
import { reportAdd } from '../order/commands/report-add.ts';
import { reportPublish } from '../order/commands/report-publish.ts';
import { reportWithdraw } from '../order/commands/report-withdraw.ts';
import { desk } from '../order/parts/desk.ts';
import { orders } from '../order/parts/orders.ts';
import { rateCard } from '../order/parts/rate-card.ts';
import { reports } from '../order/parts/reports.ts';
import { invoicesPart } from '../payment/parts/invoices.ts';
import type { Invoicing } from '../payment/store/order-invoices.ts';

type NounDeps = Omit<AskingDeps, 'assistantName' | 'model' | 'modelAnswers'> & {
  assistantName?: string;
  model?: AskingDeps['model'];
  /** Contents of invoices of orders besides their lines. */
  invoicing: Invoicing;
};

/** Lists what the nouns bring to the bus: their stored things, and the rules of their commands. */
export function createNouns({ assistantName = 'VFP_Bot', model, invoicing, ...given }: NounDeps): Nouns {
  const invoices = invoicesPart(invoicing);
  const modelAnswers = modelAnswersPart(model);
  return {
    // They fold and save in this order, and so take row locks in it. A message that is redacted in the frame that sends it
    // frees its files, so attachments come before messages.
    parts: [rooms, orders, desk, reports, rateCard, users, attachments, messages, questions, modelAnswers, invoices],
    rules: {
      'room.open': roomOpen,
      'chat.send': chatSend,
      'message.redact': messageRedact,
      'member.remove': memberRemove,
      'read.mark': readMark,
      'question.ask': questionAsk({ ...given, assistantName, model, modelAnswers }),
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
      'order.transition': orderTransition(invoices),
      'order.note': orderNote,
      'order.assign': orderAssign,
      'parcel.change': parcelChange,
      'cells.mark': cellsMark,
      'report.add': reportAdd,
      'report.publish': reportPublish,
      'report.withdraw': reportWithdraw,
    },
  };
}
