import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import type { RoomType } from './room-types.ts';
import { cutText, isBlank } from './text.ts';

/** Rooms and messages: what they are, what may be sent, what is unread. */

export type { RoomType };

export type Side = 'user' | 'support';
export type SenderType = 'USER' | 'SUPPORT';

export interface Author {
  id: string;
  name: string;
  kind: 'user' | 'assistant' | 'expert' | 'system';
}

/** One attachment of a message. `id` is the client's own UUID for this use of the bytes named by `sha256`. */
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
}

/** The facts beside an answer of the assistant; its text is the message's content. */
export interface Answer {
  questionId: string;
  status: 'done' | 'no_answer' | 'suggest' | 'stopped' | 'error';
  mode: 'kb' | 'llm';
  confidence: number;
  sources: AnswerSource[];
  suggestions: { qnaId: string; question: string }[];
  handoff: { offered: boolean; allowed: boolean };
  /** It is the fixed text for people in danger. */
  emergency?: true;
  /** Which of the assistant's own sentences the content is, in English: a name of `retrieval/sentences.ts`, or a newer one. */
  sentence?: string;
}

export interface Feedback {
  rating: 1 | -1;
  comment: string | null;
  /** Position in the room of the event that set it; the higher one wins. */
  sseq: number;
}

/** What was asked and answered before a question went to the experts, for those who take it on. */
export interface HandoffTurn {
  kind: 'user' | 'assistant';
  text: string;
  /** Server time, ISO-8601 UTC. */
  at: string;
  sources: Pick<AnswerSource, 'question' | 'urls'>[];
}

/** Says of a message that it hands a question over (with the turns), or notes that this was done (without). */
export interface Handoff {
  questionId: string | null;
  /** The conversation at the other end: with the assistant, or with the experts. */
  roomId: string;
  turns?: HandoffTurn[];
}

export interface Message {
  id: string;
  roomId: string;
  /** Place in the room: dense over all events of the room, so gaps between messages are normal. */
  sseq: number;
  content: string;
  senderType: SenderType;
  author: Author;
  files: FileRef[];
  replyTo: string | null;
  /** Server time, ISO-8601 UTC. */
  createdAt: string;
  answer?: Answer;
  feedback?: Feedback;
  handoff?: Handoff;
  /** Its content was taken away, everywhere. */
  redacted?: true;
}

interface LastMessage {
  sseq: number;
  preview: string;
  at: string;
  senderType: SenderType;
  authorName: string;
}

/** One conversation, as its members see it. */
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
  assigneeId: string | null;
  /** The newest event folded into this row. */
  sseq: number;
  last: LastMessage | null;
  /** Up to which place each side has read. */
  marks: Record<Side, number>;
  /** Places of messages each side has not read yet, newest last, at most `unreadKept`. */
  unread: Record<Side, number[]>;
  /** What people are called here instead of what their older events say, by id. */
  renamed?: Record<string, string>;
}

/** More unread messages than this are counted as this many. */
export const unreadKept = 1000;

export function otherSide(side: Side): Side {
  return side === 'user' ? 'support' : 'user';
}

export function sideOf(senderType: SenderType): Side {
  return senderType === 'USER' ? 'user' : 'support';
}

export function messageTypeOf(message: Pick<Message, 'content' | 'files'>): 'text' | 'file' | 'image' {
  if (!isBlank(message.content) || message.files.length === 0) return 'text';
  return message.files.every((file) => file.mime.startsWith('image/')) ? 'image' : 'file';
}

const previewChars = 140;

/** The beginning of a message, on one line; the names of its files where it has no text. */
export function previewOf(message: Pick<Message, 'content' | 'files'>): string {
  const text = message.content.replace(/\s+/g, ' ').trim();
  if (!isBlank(text)) return cutText(text, previewChars, '…');
  return message.files.map((file) => file.name).join(', ');
}

/** A message about to be sent. */
export interface Draft {
  content: string;
  files: readonly { name: string; size: number; mime: string }[];
}

/** Accepted attachments: file name endings and the content type each is sent as. SVG is not an image here. */
export const attachmentTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  heic: 'image/heic',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** The content type a file is accepted as, by its name's ending; undefined when it is not accepted. */
export function attachmentTypeOf(name: string): string | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(attachmentTypes, ending) ? attachmentTypes[ending] : undefined;
}

/** What the rules for attachments look at, of files as a browser hands them over. */
export function draftFiles(files: readonly { name: string; size: number; type: string }[]): Draft['files'] {
  return files.map(({ name, size, type }) => ({ name, size, mime: type }));
}

/** Why these files may not be attached together, or undefined when they may. */
export function problemWithFiles(files: Draft['files']): ErrorCode | undefined {
  if (files.length > limits.attachmentsPerMessage) return 'TOO_MANY_FILES';
  const problems = new Set(files.map(problemWithFile));
  return fileProblems.find((code) => problems.has(code));
}

/** The first of these that a file of a message has is the one that is said. */
const fileProblems = ['FILE_TOO_LARGE', 'FILE_EMPTY', 'FILE_TYPE'] as const;

function problemWithFile(file: { name: string; size: number }): (typeof fileProblems)[number] | undefined {
  if (file.size >= limits.attachmentBytes) return 'FILE_TOO_LARGE';
  if (file.size === 0) return 'FILE_EMPTY';
  return attachmentTypeOf(file.name) === undefined ? 'FILE_TYPE' : undefined;
}

/** Files of one selection that may not be attached, by why. */
export type LeftOut = ReadonlyMap<ErrorCode, string[]>;

/**
 * Takes of a selection what may be attached beside so many others; one file that may not leaves the others alone.
 * @returns those that may, and the names of the rest by reason
 */
export function sortFiles<F extends { name: string; size: number }>(
  chosen: readonly F[],
  others = 0,
): { taken: F[]; leftOut: LeftOut } {
  const taken: F[] = [];
  const leftOut = new Map<ErrorCode, string[]>();
  for (const file of chosen) {
    const isFull = others + taken.length >= limits.attachmentsPerMessage;
    const problem = problemWithFile(file) ?? (isFull ? 'TOO_MANY_FILES' : undefined);
    if (problem === undefined) taken.push(file);
    else leftOut.set(problem, [...(leftOut.get(problem) ?? []), file.name]);
  }
  return { taken, leftOut };
}

/** Why this draft may not be sent, or undefined when it may. */
export function problemWith(draft: Draft): ErrorCode | undefined {
  if (isBlank(draft.content) && draft.files.length === 0) return 'EMPTY_MESSAGE';
  if (draft.content.length > limits.messageChars) return 'TOO_LONG';
  return problemWithFiles(draft.files);
}

/** Why this question may not be asked, or undefined when it may. */
export function problemWithQuestion(text: string): ErrorCode | undefined {
  if (isBlank(text)) return 'EMPTY_MESSAGE';
  return text.length > limits.questionChars ? 'TOO_LONG' : undefined;
}
