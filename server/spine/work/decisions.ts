import type { Retrieval } from '#domain/assistant/retrieval/retrieve.ts';
import type { Event } from '#domain/spine/events.ts';
import type { ModelSource } from '../../assistant/model/prompt.ts';
import type { OpenAnswer } from '../../assistant/store/open-answers.ts';
import type { DeskWrite } from '../../order/store/order-desk.ts';
import type { AddedReport, NewReport } from '../../order/store/order-reports.ts';
import type { OrderInvoice } from '../../payment/store/order-invoices.ts';

export interface PendingEvent extends Event {
  /** Whether all staff may see it. */
  staff: boolean;
  /** Its stored form. */
  text: string;
}

export interface NewAttachment {
  id: string;
  fileId: string;
  messageId: string;
  roomId: string;
  name: string;
}

/** A question that a language model answers after the commit. */
export interface AskedModel extends OpenAnswer {
  question: string;
  sources: readonly ModelSource[];
  retrieval: Retrieval;
  /** The room's members. */
  members: string[];
}

/** The decisions of one command, until it is accepted or refused. */
export interface Step {
  events: PendingEvent[];
  attachments: NewAttachment[];
  aliases: { alias: string; roomId: string }[];
  invoices: OrderInvoice[];
  deskWrites: DeskWrite[];
  reports: { row: NewReport; report: AddedReport }[];
  asked: AskedModel[];
}

export function emptyStep(): Step {
  return { events: [], attachments: [], aliases: [], invoices: [], deskWrites: [], reports: [], asked: [] };
}
