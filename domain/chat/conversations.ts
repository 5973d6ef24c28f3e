import { previewOf, type Room } from './chat.ts';
import { cleanName, cutText } from '../ground/text.ts';
import { conversationTitleChars, titleChars } from './text-lengths.ts';

/** Maximum number of conversations that a search lists. */
export const foundConversations = 50;

/**
 * Settings that customers make for their own conversations with the assistant: title, pin, deletion. Each is a register
 * guarded by the position of the event that set it, so the folds commute.
 */

/** Cleans a title as a user typed it. @returns null when nothing of it is visible: the title is automatic again */
export function cleanTitle(title: string): string | null {
  return cleanName(cutText(cleanName(title), conversationTitleChars)) || null;
}

/**
 * Makes a title of the first question. It is cut after whole words, such as "Why does the anode overhang the …"; anywhere
 * in languages without spaces. @returns undefined for an empty text
 */
export function automaticTitle(question: string): string | undefined {
  const line = previewOf({ content: question, files: [] });
  if (line.length <= titleChars) return line || undefined;
  const space = line.lastIndexOf(' ', titleChars);
  return space > titleChars / 2 ? `${line.slice(0, space)} …` : cutText(line, titleChars, '…');
}

/** Sets the title, unless a newer event has set one. */
export function withTitle(room: Room, text: string | null, sseq: number): Room {
  return withRegister(room, 'title', { text, sseq });
}

/** Pins or unpins the conversation, unless a newer event has done either. */
export function withPin(room: Room, on: boolean, sseq: number): Room {
  return withRegister(room, 'pin', { on, sseq });
}

/** Deletes the conversation for its owner or brings it back, unless a newer event has done either. */
export function withDeletion(room: Room, on: boolean, sseq: number): Room {
  return withRegister(room, 'deletion', { on, sseq });
}

function withRegister<K extends 'title' | 'pin' | 'deletion'>(
  room: Room,
  register: K,
  value: NonNullable<Room[K]>,
): Room {
  return (room[register]?.sseq ?? 0) > value.sseq ? room : { ...room, [register]: value };
}

/** Whether its owner has deleted the conversation. A message after the deletion brings it back. */
export function isDeleted(room: Pick<Room, 'deletion' | 'last'>): boolean {
  return room.deletion?.on === true && room.deletion.sseq > (room.last?.sseq ?? 0);
}
