import type { Message } from './chat.ts';
import { redacted } from './events.ts';

/** What stays of somebody in what is stored, after their account was deleted: JSON as it lies there, whatever it is. */

/** Whose name it is, and where: the id in the first field says who is called what the second one says. */
const named = [
  ['customerId', 'customerName'],
  ['ownerId', 'ownerName'],
  ['by', 'byName'],
] as const;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same with another name wherever this person's id stands beside one. */
export function renamedIn(value: unknown, userId: string, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamedIn(each, userId, name));
  if (!isFields(value)) return value;
  const next = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamedIn(each, userId, name)]));
  for (const [who, called] of named) if (next[who] === userId && called in next) next[called] = name;
  const { author } = next;
  if (isFields(author) && author['id'] === userId) next['author'] = { ...author, name };
  return next;
}

/** The same without what was written: for conversations that nobody else is in. */
export function erasedIn(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { message, room } = value;
  if (isFields(message)) return { ...value, message: erasedMessage(message) };
  if (isFields(room)) return { ...value, room: erasedRoom(room) };
  return 'comment' in value ? { ...value, comment: null } : value;
}

/** A message without what it said; a rating stays, without its comment. */
export function erasedMessage(message: Fields): Fields {
  const { feedback } = message;
  const left: Fields = { ...redacted(message as unknown as Message) };
  return isFields(feedback) ? { ...left, feedback: { ...feedback, comment: null } } : left;
}

/** A conversation without its name and the beginning of its newest message. */
export function erasedRoom(room: Fields): Fields {
  const { last } = room;
  return { ...room, name: '', last: isFields(last) ? { ...last, preview: '' } : last };
}
