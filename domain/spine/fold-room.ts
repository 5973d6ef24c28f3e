import type { Feedback, Message, Room } from '../chat/chat.ts';
import type { Side } from '../account/room-types.ts';
import { otherSide, previewOf, sideOf, mostUnreadCounted } from '../chat/chat.ts';
import { withAssignee, withAssigneeNow, withAssigneeRenamed } from '../chat/assignment.ts';
import { nameNow, withName, withoutName } from '../account/current-names.ts';
import { withDeletion, withPin, withTitle } from '../chat/conversations.ts';
import { withClaims } from '../chat/file-claims.ts';
import { type Event, type EventData, is } from './events.ts';

/** Extracts the message that an event carries, with the event's position. @returns undefined for events without one */
export function messageIn(event: Event): Message | undefined {
  if (is(event, 'message.sent') || is(event, 'answer.finished')) return { ...event.data.message, sseq: event.sseq };
  return undefined;
}

/** Applies an event of its stream to a room. @returns undefined while the room itself is unknown */
export function foldRoom(room: Room | undefined, event: Event): Room | undefined {
  if (is(event, 'room.opened')) return room ?? { ...event.data.room, sseq: event.sseq };
  if (room === undefined) return undefined;
  const next = { ...room, sseq: Math.max(room.sseq, event.sseq) };
  const message = messageIn(event);
  if (message !== undefined) return withMessage(next, message);
  if (is(event, 'read.marked')) return withMark(next, event.data.side, event.data.upTo);
  if (is(event, 'message.redacted'))
    return withRedaction(withClaims(next, event.data.message.id, null), event.data.message);
  if (is(event, 'room.assigned')) return withAssignee(next, event.data, event.sseq);
  if (is(event, 'claims.found')) return withClaims(next, event.data.messageId, event.data.files);
  if (is(event, 'person.renamed')) return withUser(next, event.data);
  if (is(event, 'name.changed')) return withNamesNow(withName(next, { ...event.data, sseq: event.sseq }));
  return withOwnSetting(next, event);
}

/**
 * Applies events of its stream to a room, in their order: the same as `foldRoom` one after another. Messages that follow
 * each other are applied together, because each would copy the positions of all unread ones.
 */
export function foldRoomAll(room: Room | undefined, events: readonly Event[]): Room | undefined {
  let next = room;
  let run: Message[] = [];
  for (const event of events) {
    const message = next === undefined ? undefined : messageIn(event);
    if (message !== undefined) run.push(message);
    else {
      next = foldRoom(withMessages(next, run), event);
      run = [];
    }
  }
  return withMessages(next, run);
}

function withMessages(room: Room | undefined, messages: readonly Message[]): Room | undefined {
  const [first, ...others] = messages;
  if (room === undefined || first === undefined) return room;
  const marked = { ...room, sseq: Math.max(room.sseq, ...messages.map(({ sseq }) => sseq)) };
  const isOrdered = messages.every(({ sseq }, i) => sseq > (messages[i - 1]?.sseq ?? room.last?.sseq ?? 0));
  if (others.length === 0 || !isOrdered) return messages.reduce(withMessage, marked);
  const counted = messages.filter(countsAsUnread(marked));
  const unread = { ...room.unread };
  for (const side of sides) {
    const added = counted.flatMap((message) => (readerOf(message) === side ? [message.sseq] : []));
    if (added.length > 0) unread[side] = withPositions(unread[side], added);
  }
  return { ...marked, last: lastOf(room, messages.at(-1) ?? first), unread };
}

/** Applies what its customer set about a conversation. */
function withOwnSetting(room: Room, event: Event): Room {
  if (is(event, 'room.renamed')) return withTitle(room, event.data.title, event.sseq);
  if (is(event, 'room.pinned')) return withPin(room, event.data.pinned, event.sseq);
  if (is(event, 'room.deleted')) return withDeletion(room, true, event.sseq);
  return is(event, 'room.restored') ? withDeletion(room, false, event.sseq) : room;
}

function withUser(room: Room, { userId, name, newest }: EventData['person.renamed']): Room {
  return {
    ...withAssigneeRenamed(withoutName(room, userId), userId, name),
    renamed: { ...room.renamed, [userId]: name },
    customerName: room.customerId === userId ? name : room.customerName,
    last: room.last !== null && room.last.sseq === newest ? { ...room.last, authorName: name } : room.last,
  };
}

function withNamesNow(room: Room): Room {
  const { customerId, customerName: name } = room;
  return { ...withAssigneeNow(room), customerName: nameNow(room, customerId, { name, sseq: 0 }) };
}

/** Returns the message with the name that replaces its author's, if their account was deleted. */
export function withAuthorOf(renamed: Room['renamed'], message: Message): Message {
  const name = renamed?.[message.author.id];
  return name === undefined ? message : { ...message, author: { ...message.author, name } };
}

const sides: readonly Side[] = ['user', 'support'];

function readerOf({ senderType }: Message): Side {
  return otherSide(sideOf(senderType));
}

function countsAsUnread({ marks }: Room): (message: Message) => boolean {
  return (message) => message.author.kind !== 'system' && message.sseq > marks[readerOf(message)];
}

function withMessage(room: Room, message: Message): Room {
  const reader = readerOf(message);
  const counts = countsAsUnread(room)(message);
  return {
    ...room,
    // A message at the same position may be the content from before a redaction.
    last: room.last !== null && room.last.sseq >= message.sseq ? room.last : lastOf(room, message),
    unread: counts ? { ...room.unread, [reader]: withPosition(room.unread[reader], message.sseq) } : room.unread,
  };
}

function withRedaction(room: Room, left: Message): Room {
  return room.last !== null && room.last.sseq > left.sseq ? room : { ...room, last: lastOf(room, left) };
}

/** Returns a message as the last one of its room, with its author's current name. */
export function lastOf({ renamed }: Pick<Room, 'renamed'>, message: Message): Room['last'] {
  return {
    sseq: message.sseq,
    preview: previewOf(message),
    at: message.createdAt,
    senderType: message.senderType,
    authorName: withAuthorOf(renamed, message).author.name,
  };
}

function withPosition(positions: number[], position: number): number[] {
  const newest = positions.at(-1);
  if (newest === undefined || position > newest) return [...positions.slice(1 - mostUnreadCounted), position];
  if (positions.includes(position)) return positions;
  return [...positions, position].sort((a, b) => a - b).slice(-mostUnreadCounted);
}

/** Adds positions, ascending. */
function withPositions(positions: number[], added: readonly number[]): number[] {
  const [least = 0] = added;
  if (least <= (positions.at(-1) ?? -1)) return added.reduce(withPosition, positions);
  return [...positions, ...added].slice(-mostUnreadCounted);
}

/** Moves one side's read mark of a room forward; it never moves back. */
export function withMark(room: Room, side: Side, upTo: number): Room {
  if (upTo <= room.marks[side]) return room;
  return {
    ...room,
    marks: { ...room.marks, [side]: upTo },
    unread: { ...room.unread, [side]: room.unread[side].filter((position) => position > upTo) },
  };
}

/** Applies feedback to an answer. @returns the same message when it has this or newer feedback already */
export function foldFeedback(message: Message, event: Event<'feedback.given'>): Message {
  if (message.feedback !== undefined && message.feedback.sseq >= event.sseq) return message;
  const feedback: Feedback = { rating: event.data.rating, comment: event.data.comment, sseq: event.sseq };
  return { ...message, feedback };
}

/** Returns what remains of a message after redaction: id, room, position, author, time and `replyTo`. */
export function redacted(message: Message): Message {
  const { answer: _answer, feedback: _feedback, handoff: _handoff, ...rest } = message;
  return { ...rest, content: '', files: [], redacted: true };
}

/** Applies a redaction, which may arrive before the message itself. Feedback that the row already has is kept. */
export function foldRedaction(message: Message | undefined, event: Event<'message.redacted'>): Message {
  const feedback = message?.feedback;
  return feedback === undefined ? event.data.message : { ...event.data.message, feedback };
}
