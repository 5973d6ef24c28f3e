import type { Message } from '../chat/chat.ts';
import { redacted } from './fold-room.ts';

/** Removes a user from stored JSON after their account was deleted. The input is parsed JSON of any shape. */

/** Pairs of fields: the user id in the first field belongs to the name in the second. */
const named = [
  ['customerId', 'customerName'],
  ['ownerId', 'ownerName'],
  ['by', 'byName'],
  ['assigneeId', 'assigneeName'],
  ['userId', 'userName'],
] as const;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a copy with another name wherever the user's id stands beside a name. */
export function withNameReplaced(value: unknown, userId: string, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withNameReplaced(each, userId, name));
  if (!isFields(value)) return value;
  const next = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withNameReplaced(each, userId, name)]),
  );
  for (const [who, called] of named) if (next[who] === userId && called in next) next[called] = name;
  const { author } = next;
  if (isFields(author) && author['id'] === userId) next['author'] = { ...author, name };
  return next;
}

/** Returns event data without the texts users wrote, for rooms without any other member. */
export function withTextErased(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { message, room } = value;
  if (isFields(message)) return { ...value, message: erasedMessage(message) };
  if (isFields(room)) return { ...value, room: erasedRoom(room) };
  if ('comment' in value) return { ...value, comment: null };
  return 'title' in value ? { ...value, title: null } : value;
}

/** Returns a message without its content. A rating stays, without its comment. */
export function erasedMessage(message: Fields): Fields {
  const { feedback } = message;
  const left: Fields = { ...redacted(message as unknown as Message) };
  return isFields(feedback) ? { ...left, feedback: { ...feedback, comment: null } } : left;
}

/** Returns a room without its name, its title and the preview of its newest message. */
export function erasedRoom(room: Fields): Fields {
  const { last, title } = room;
  const untitled = isFields(title) ? { title: { ...title, text: null } } : {};
  return { ...room, ...untitled, name: '', last: isFields(last) ? { ...last, preview: '' } : last };
}
