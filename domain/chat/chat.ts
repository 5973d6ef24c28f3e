import type { CurrentName } from '../account/current-names.ts';
import type { ErrorCode } from '../ground/errors.ts';
import type { RoomClaims } from './file-claims.ts';
import type { AskedOrder } from '../order/data/asked.ts';
import type { RoomType, Side } from '../account/room-types.ts';
import { cutText, isBlank } from '../ground/text.ts';
import { type AttachedFile, problemWithFiles } from '../ground/attachments.ts';
import { messageChars, previewChars, questionChars } from './text-lengths.ts';

/** Maximum number of unread messages counted per side of a room; a higher count is shown as this number. */
export const mostUnreadCounted = 1000;

/** Rooms and messages: their shapes, the rules for what may be sent, and unread counts. */

export type SenderType = 'USER' | 'SUPPORT';

export interface Author {
  id: string;
  name: string;
  kind: 'user' | 'assistant' | 'expert' | 'system';
}

/** An attachment of a message. `id` is a UUID that the client draws for it; `sha256` identifies the bytes. */
export interface FileRef {
  id: string;
  name: string;
  size: number;
  mime: string;
  sha256: string;
}

export interface AnswerSource {
  n: number;
  qnaId: string;
  question: string;
  urls: string[];
  category: string;
  score: number;
  /**
   * Set when the source is a passage of a file of the question, word for word, or with `isTable` cells of a sheet as a
   * table in Markdown. `question` is the file's name then, and
   * `qnaId` is empty.
   */
  file?: { id: string; name: string; page: number | string; passage: string; isTable?: true };
}

/** A question to ask next, and the name under which it is offered. */
export interface FollowUp {
  label: string;
  question: string;
}

/** Note on a file of the question that was not searched. `text` is the reason in English. */
export interface FileNote {
  id: string;
  name: string;
  /** A name of `file-text.ts`, or one of a newer server. */
  problem: string;
  text: string;
}

/** A calculation, which the reader can edit and compute again. */
export interface AnswerCalculation {
  /** Id in the table of formulas; one of a newer server may be unknown. */
  formula: string;
  /** Inputs and results by key, in the first unit of their dimension. Inputs that are not known are missing. */
  values: Record<string, number>;
  /** Keys of the inputs that were not in the question. */
  assumed: string[];
}

/** An entry by its question, which can be asked. */
export interface AskableEntry {
  qnaId: string;
  question: string;
}

/** A sentence of a language model that its reader is warned of. */
export interface AnswerDoubt {
  /** Sentence as it is in the content, without its citations. */
  sentence: string;
  /** Reason for the doubt: it cites nothing; or a figure, or most of its words, are not in what it cites. */
  why: 'uncited' | 'figure' | 'words';
}

/** Metadata of an assistant's answer. The answer's text is the message's `content`. */
export interface Answer {
  questionId: string;
  status: 'done' | 'no_answer' | 'suggest' | 'stopped' | 'error';
  mode: 'kb' | 'llm';
  confidence: number;
  sources: AnswerSource[];
  suggestions: AskableEntry[];
  /** Other entries near the answer's, in the language of the question. Absent in older answers. */
  related?: AskableEntry[];
  /** Ways in which the answer may miss what was meant, or would change. Absent in older answers. */
  refine?: {
    /** Another entry that may have been meant. */
    other?: AskableEntry;
    /** Follow-ups that lead to other entries: what changes, and the question to ask. */
    changes?: FollowUp[];
  };
  handoff: { offered: boolean; allowed: boolean };
  /** Set when the content is a result that was computed from the numbers of the question. */
  calculation?: AnswerCalculation;
  /** Set when the content is a price or the design of a cell: what is known of the order, for a draft. */
  order?: AskedOrder;
  /** Set when the content is the fixed text for people in danger. */
  emergency?: true;
  /** Set when `content` is a fixed English sentence: its name in `assistant/retrieval/sentences.ts`, or one of a newer server. */
  sentence?: string;
  /** A note for each file of the question that has no text. */
  fileNotes?: FileNote[];
  /** Sentences of a language model's answer that the sources do not support. */
  doubts?: AnswerDoubt[];
  /**
   * Set when a language model was to answer and this is the answer without one. Why: a `ModelFailure`, `not_in_sources`,
   * `used_up`, `interrupted`, or a word of a newer server.
   */
  fallback?: string;
}

export interface Feedback {
  rating: 1 | -1;
  comment: string | null;
  /** Position in the room's stream of the event that set it; the higher one wins. */
  sseq: number;
}

/** A question or an answer from before a handoff, or a step of the failure finder, for the experts who take it over. */
export interface HandoffTurn {
  kind: 'user' | 'assistant' | 'finder';
  text: string;
  /** Server time, ISO-8601 UTC. */
  at: string;
  sources: Pick<AnswerSource, 'question' | 'urls'>[];
}

/** Marks a message that hands a question over to the experts (with `turns`) or notes the handoff (without). */
export interface Handoff {
  questionId: string | null;
  /** The room at the other end of the handoff: the assistant's room in an expert room, and the reverse. */
  roomId: string;
  turns?: HandoffTurn[];
  /** Description by the customer of what they have tried. Absent in older handoffs, and where they wrote nothing. */
  note?: string;
  /** The order that the customer looked at last. Absent in older handoffs. */
  order?: HandoffOrder;
}

/** An order as a handoff names it. A draft may have no number. */
export interface HandoffOrder {
  id: string;
  number: string;
}

export interface Message {
  id: string;
  roomId: string;
  /** Position in the room's stream: dense over all events of the room, so gaps between messages are normal. */
  sseq: number;
  content: string;
  senderType: SenderType;
  author: Author;
  files: FileRef[];
  replyTo: string | null;
  /** Server time, ISO-8601 UTC. */
  createdAt: string;
  answer?: Answer;
  /** Set at a question whose answer is being written when it is stored: the answer follows as a message of its own. */
  awaits?: true;
  /** Set at a question that was asked again, perhaps in other words: the first question, of which this is a version. */
  branchOf?: string;
  feedback?: Feedback;
  handoff?: Handoff;
  /** Set when the content was removed, on the server and on all devices. */
  redacted?: true;
}

interface LastMessage {
  sseq: number;
  preview: string;
  at: string;
  senderType: SenderType;
  authorName: string;
}

/** A room as its members see it. */
export interface Room {
  id: string;
  type: RoomType;
  name: string;
  createdAt: string;
  customerId: string;
  customerName: string;
  companyName: string | null;
  orderId: string | null;
  resultName: string | null;
  status: 'open' | 'resolved';
  /** The member of staff who replies here; null for none. */
  assigneeId: string | null;
  /** Their name, with the position of the event that set both. Absent until the room is taken. */
  assigned?: { name: string | null; sseq: number };
  /** Position of the newest event folded into this row. */
  sseq: number;
  last: LastMessage | null;
  /** Position up to which each side has read. */
  marks: Record<Side, number>;
  /** Positions of the messages each side has not read yet, ascending, at most the newest `mostUnreadCounted`. */
  unread: Record<Side, number[]>;
  /**
   * Settings of a conversation with the assistant that its customer made, each with the position of the event that set
   * it.
   */
  title?: { text: string | null; sseq: number };
  pin?: { on: boolean; sseq: number };
  deletion?: { on: boolean; sseq: number };
  /** Claims of the customer's files, in an order's room. */
  fileClaims?: RoomClaims;
  /** The names that replace those of deleted accounts, by user id. */
  renamed?: Record<string, string>;
  /** The names that users have given themselves since. Messages keep the name they were written under. */
  names?: CurrentName[];
}

/** Returns the other side of a room: the customer's or the support's. */
export function otherSide(side: Side): Side {
  return side === 'user' ? 'support' : 'user';
}

/** Returns the side of a room that a sender writes from. */
export function sideOf(senderType: SenderType): Side {
  return senderType === 'USER' ? 'user' : 'support';
}

/** Returns how the API classifies a message: `image` and `file` only without text, `image` if all files are images. */
export function messageTypeOf(message: Pick<Message, 'content' | 'files'>): 'text' | 'file' | 'image' {
  if (!isBlank(message.content) || message.files.length === 0) return 'text';
  return message.files.every((file) => file.mime.startsWith('image/')) ? 'image' : 'file';
}

/** Returns the beginning of a message on one line, or the names of its files when it has no text. */
export function previewOf(message: Pick<Message, 'content' | 'files'>): string {
  const text = message.content.replace(/\s+/g, ' ').trim();
  if (!isBlank(text)) return cutText(text, previewChars, '…');
  return message.files.map((file) => file.name).join(', ');
}

/** A message about to be sent. */
export interface MessageDraft {
  content: string;
  files: readonly AttachedFile[];
}

/** Returns why this draft may not be sent, or undefined when it may. */
export function problemWith(draft: MessageDraft): ErrorCode | undefined {
  if (isBlank(draft.content) && draft.files.length === 0) return 'EMPTY_MESSAGE';
  if (draft.content.length > messageChars) return 'TOO_LONG';
  return problemWithFiles(draft.files);
}

/** Checks whether this question may be asked. @returns undefined when it may */
export function problemWithQuestion(text: string): ErrorCode | undefined {
  if (isBlank(text)) return 'EMPTY_MESSAGE';
  return text.length > questionChars ? 'TOO_LONG' : undefined;
}
