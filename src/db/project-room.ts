import type { Author, Message, Room, SenderType, Side } from '#domain/chat.ts';
import { otherSide, previewOf } from '#domain/chat.ts';
import type { CommandArgs } from '#domain/commands.ts';
import { isStaff } from '#domain/permissions.ts';
import type { Me } from '#domain/users.ts';
import type { OutboxEntry } from './schema.ts';

/** What pending commands do to rooms and messages on the screen. Pure: rows and commands in, rows out. */

/** Narrows an entry to a command's type. */
export function isEntry<T extends OutboxEntry['type']>(entry: OutboxEntry, type: T): entry is OutboxEntry<T> {
  return entry.type === type;
}

/** Which side of a room this person is on. */
export function sideOfMe(room: Pick<Room, 'customerId'>, me: Pick<Me, 'id'>): Side {
  return room.customerId === me.id ? 'user' : 'support';
}

/** The room a `room.open` will make, as it looks until the server has made it. */
export function roomFrom(entry: OutboxEntry<'room.open'>, me: Me): Room {
  const { roomId, type, name, orderId, resultName } = entry.args;
  return emptyRoom({ id: roomId, type, name: name ?? '', at: entry.createdAt, me, orderId, resultName });
}

/** The expert room a hand-off will make. */
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

/** The message a pending command will become; undefined for commands that make none. */
export function messageFrom(entry: OutboxEntry, me: Me, side: Side, sseq: number): Message | undefined {
  const base = {
    id: entry.cmdId,
    sseq,
    senderType: senderOf(side),
    author: authorOf(me, side),
    createdAt: new Date(entry.createdAt).toISOString(),
  };
  if (isEntry(entry, 'chat.send')) {
    const { roomId, content, files, replyTo } = entry.args;
    return { ...base, roomId, content, files, replyTo: replyTo ?? null };
  }
  if (isEntry(entry, 'question.ask')) {
    const { roomId, text, files } = entry.args;
    return { ...base, roomId, content: text, files: files ?? [], replyTo: null };
  }
  return undefined;
}

function senderOf(side: Side): SenderType {
  return side === 'user' ? 'USER' : 'SUPPORT';
}

function authorOf(me: Me, side: Side): Author {
  return { id: me.id, name: me.display_name, kind: side === 'support' && isStaff(me) ? 'expert' : 'user' };
}

/** A room after its pending commands: last line, what I have read. */
export function projectRoom(room: Room, entries: readonly OutboxEntry[], me: Me): Room {
  const side = sideOfMe(room, me);
  let next = room;
  for (const entry of entries) {
    if (isEntry(entry, 'read.mark')) next = marked(next, side, entry.args.upTo);
    const message = messageFrom(entry, me, side, room.sseq + 1);
    if (message === undefined) continue;
    const last = {
      sseq: message.sseq,
      preview: previewOf(message),
      at: message.createdAt,
      senderType: message.senderType,
      authorName: message.author.name,
    };
    next = { ...next, last };
  }
  return next;
}

function marked(room: Room, side: Side, upTo: number): Room {
  if (upTo <= room.marks[side]) return room;
  return {
    ...room,
    marks: { ...room.marks, [side]: upTo },
    unread: { ...room.unread, [side]: room.unread[side].filter((place) => place > upTo) },
  };
}

/** How far a confirmed message of mine has got with the others. */
export function reachOf(message: Message, room: Room, mine: Side, deliveredTo: number): 'sent' | 'delivered' | 'read' {
  if (room.marks[otherSide(mine)] >= message.sseq) return 'read';
  return deliveredTo >= message.sseq ? 'delivered' : 'sent';
}

/** The pending deletions among a room's commands, by the message they take away. */
export function deletionsIn(entries: readonly OutboxEntry[]): Map<string, OutboxEntry> {
  return new Map(
    entries.flatMap((entry) => (isEntry(entry, 'message.redact') ? [[entry.args.messageId, entry] as const] : [])),
  );
}

/** The questions among a room's commands, by the id of their message. */
export function questionsIn(entries: readonly OutboxEntry[]): Set<string> {
  return new Set(entries.filter((entry) => isEntry(entry, 'question.ask')).map(({ cmdId }) => cmdId));
}

/** The questions that wait to be handed over, by id, with where they go and when that was asked for. */
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

/** Whether taking this room's customer out of it waits. */
export function isCustomerLeaving(room: Pick<Room, 'customerId'>, entries: readonly OutboxEntry[]): boolean {
  return entries.some((entry) => isEntry(entry, 'member.remove') && entry.args.userId === room.customerId);
}

/** The pending ratings of a room, by answer; the last one counts. */
export function ratingsIn(entries: readonly OutboxEntry[]): Map<string, 1 | -1> {
  const given = entries.filter((entry): entry is OutboxEntry<'feedback.give'> => isEntry(entry, 'feedback.give'));
  return new Map(given.map(({ args }: { args: CommandArgs<'feedback.give'> }) => [args.answerId, args.rating]));
}
