import { reportFrom } from '#domain/chat/handoff-turn.ts';
import type { Author, Message, Room, SenderType } from '#domain/chat/chat.ts';
import { otherSide } from '#domain/chat/chat.ts';
import { withAssignee } from '#domain/chat/assignment.ts';
import { handoffIdOf } from '#domain/spine/commands.ts';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { cleanTitle, withDeletion, withPin, withTitle } from '#domain/chat/conversations.ts';
import { lastOf, withMark } from '#domain/spine/fold-room.ts';
import { withClaims } from '#domain/chat/file-claims.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { talksToAssistant, type Side } from '#domain/account/room-types.ts';
import type { Me } from '#domain/account/users.ts';
import { isEntry, type OutboxEntry } from '../../db/schema.ts';

/** Applies pending commands to rooms and messages. Pure functions: rows and commands in, rows out. */

/** Returns the side of a room this user is on. */
export function sideOfMe(room: Pick<Room, 'customerId'>, me: Pick<Me, 'id'>): Side {
  return room.customerId === me.id ? 'user' : 'support';
}

/** Returns the room that a pending `room.open` will create. */
export function roomFrom(entry: OutboxEntry<'room.open'>, me: Me): Room {
  const { roomId, type, name, orderId, resultName } = entry.args;
  return emptyRoom({ id: roomId, type, name: name ?? '', at: entry.createdAt, me, orderId, resultName });
}

/** Returns the expert room that a pending handoff will create. */
export function roomFromHandoff(entry: OutboxEntry<'handoff.request'>, me: Me): Room {
  return emptyRoom({ id: entry.args.expertRoomId, type: 5, name: '', at: entry.createdAt, me });
}

function emptyRoom(about: {
  id: string;
  type: Room['type'];
  name: string;
  at: number;
  me: Me;
  orderId?: string | undefined;
  resultName?: string | undefined;
}): Room {
  return {
    id: about.id,
    type: about.type,
    name: about.name,
    createdAt: new Date(about.at).toISOString(),
    customerId: about.me.id,
    customerName: about.me.display_name,
    companyName: about.me.company?.name ?? null,
    orderId: about.orderId ?? null,
    resultName: about.resultName ?? null,
    status: 'open',
    assigneeId: null,
    sseq: 0,
    last: null,
    marks: { user: 0, support: 0 },
    unread: { user: [], support: [] },
  };
}

/** Returns the message that a pending command will create in a room; undefined for other commands. */
export function messageFrom(
  entry: OutboxEntry,
  me: Me,
  room: Pick<Room, 'customerId' | 'type'>,
  sseq: number,
): Message | undefined {
  const side = sideOfMe(room, me);
  const base = {
    id: entry.cmdId,
    sseq,
    senderType: senderOf(side),
    author: authorOf(me, side),
    createdAt: new Date(entry.createdAt).toISOString(),
  };
  if (isEntry(entry, 'chat.send')) {
    const { roomId, content, files, replyTo, steps, note } = entry.args;
    const sent = { ...base, roomId, content, files, replyTo: replyTo ?? null };
    return steps === undefined ? sent : { ...sent, handoff: reportFrom({ roomId, steps, note, at: sent.createdAt }) };
  }
  if (isEntry(entry, 'question.ask')) {
    const { roomId, text, files, branchOf } = entry.args;
    const asked = { ...base, roomId, content: text, files: files ?? [], replyTo: null };
    return branchOf === undefined ? asked : { ...asked, branchOf };
  }
  // A handoff is in two rooms: of its question, and of the experts.
  if (isEntry(entry, 'handoff.request') && !talksToAssistant(room.type)) {
    const { roomId, questionId, expertRoomId, files = [], note } = entry.args;
    const shown = { ...base, id: handoffIdOf(questionId ?? roomId), roomId: expertRoomId, files, replyTo: null };
    if (entry.handed !== undefined) return { ...shown, ...entry.handed };
    // Older versions of the app have stored no text.
    const about = { questionId: questionId ?? null, roomId, turns: [] };
    return { ...shown, content: '', handoff: note === undefined ? about : { ...about, note } };
  }
  return undefined;
}

function senderOf(side: Side): SenderType {
  return side === 'user' ? 'USER' : 'SUPPORT';
}

function authorOf(me: Me, side: Side): Author {
  return { id: me.id, name: me.display_name, kind: side === 'support' && isStaff(me) ? 'expert' : 'user' };
}

/**
 * Applies pending commands to a room: its last message, this user's read mark, what they set about it, and what goes
 * with a message that they take back.
 */
export function projectRoom(room: Room, entries: readonly OutboxEntry[], me: Me): Room {
  const side = sideOfMe(room, me);
  let next = room;
  for (const [i, entry] of entries.entries()) {
    if (isEntry(entry, 'read.mark')) next = withMark(next, side, entry.args.upTo);
    if (isEntry(entry, 'message.redact')) next = withClaims(next, entry.args.messageId, null);
    // Positions after all confirmed ones, in the order of the commands.
    const position = room.sseq + 1 + i / 100_000;
    next = withOwnSetting(next, entry, position);
    if (isEntry(entry, 'room.assign')) {
      next = withAssignee(next, { ...entry.args, assigneeName: me.display_name }, position);
    }
    const message = messageFrom(entry, me, room, position);
    if (message === undefined) continue;
    next = { ...next, last: lastOf({}, message) };
  }
  return next;
}

/** Applies a pending rename, pin, deletion or return. */
function withOwnSetting(room: Room, entry: OutboxEntry, position: number): Room {
  if (isEntry(entry, 'room.rename')) return withTitle(room, cleanTitle(entry.args.title), position);
  if (isEntry(entry, 'room.pin')) return withPin(room, entry.args.pinned, position);
  if (isEntry(entry, 'room.delete')) return withDeletion(room, true, position);
  return isEntry(entry, 'room.restore') ? withDeletion(room, false, position) : room;
}

/** Returns the delivery state of a confirmed message of this user. */
export function confirmedDelivery(
  message: Message,
  room: Room,
  mine: Side,
  deliveredTo: number,
): 'sent' | 'delivered' | 'read' {
  if (room.marks[otherSide(mine)] >= message.sseq) return 'read';
  return deliveredTo >= message.sseq ? 'delivered' : 'sent';
}

/** Returns the pending deletions among a room's commands, by message. */
export function deletionsIn(entries: readonly OutboxEntry[]): Map<string, OutboxEntry> {
  return new Map(
    entries.flatMap((entry) => (isEntry(entry, 'message.redact') ? [[entry.args.messageId, entry] as const] : [])),
  );
}

/** Returns the ids of the messages that are questions among a room's commands. */
export function questionsIn(entries: readonly OutboxEntry[]): Set<string> {
  return new Set(entries.filter((entry) => isEntry(entry, 'question.ask')).map(({ cmdId }) => cmdId));
}

/** Returns the pending handoffs by question, with their expert room and time. */
export function handoffsIn(
  entries: readonly OutboxEntry[],
): Map<string, { roomId: string; at: string; pending?: true }> {
  return new Map(
    entries.flatMap((entry) => {
      if (!isEntry(entry, 'handoff.request') || entry.args.questionId === undefined) return [];
      const { questionId, expertRoomId } = entry.args;
      return [
        [questionId, { roomId: expertRoomId, at: new Date(entry.createdAt).toISOString(), pending: true }] as const,
      ];
    }),
  );
}

/** Whether the removal of this room's customer is pending. */
export function isCustomerLeaving(room: Pick<Room, 'customerId'>, entries: readonly OutboxEntry[]): boolean {
  return entries.some((entry) => isEntry(entry, 'member.remove') && entry.args.userId === room.customerId);
}

/** Returns the pending ratings by answer; the last one counts. */
export function ratingsIn(entries: readonly OutboxEntry[]): Map<string, 1 | -1> {
  const given = entries.filter((entry): entry is OutboxEntry<'feedback.give'> => isEntry(entry, 'feedback.give'));
  return new Map(given.map(({ args }: { args: CommandArgs<'feedback.give'> }) => [args.answerId, args.rating]));
}
