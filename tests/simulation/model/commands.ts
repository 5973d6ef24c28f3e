import type { FileRef, Room } from '#domain/chat/chat.ts';
import { answerIdOf, orderRoomIdOf } from '#domain/spine/commands.ts';
import type { CommandArgs, CommandType } from '#domain/spine/wire/commands.ts';
import { cleanTitle, isDeleted } from '#domain/chat/conversations.ts';
import type { EventData, EventType } from '#domain/spine/events.ts';
import { redacted } from '#domain/spine/fold-room.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import { ownsConversation } from '#domain/account/permissions.ts';
import type { Order } from '#domain/order/data/order.ts';
import { versionKeyOf } from '#domain/order/data/version-key.ts';
import type { Me } from '#domain/account/users.ts';
import { emptyOrder, emptyRoom, messageOf, sideOf, timeOf } from './entities.ts';
import type { Rows } from './rows.ts';

/** Handlers of the commands in the model server: they append events, and return the result or a refusal code. */

export interface Act {
  me: Me;
  cmdId: string;
  xid: number;
  rows: Rows;
  /** Returns the room with this id or alias. */
  room(roomId: string): Room | undefined;
  append<T extends EventType>(stream: string, type: T, data: EventData[T]): void;
}

export type Outcome = Record<string, unknown>;

export function handle(act: Act, type: CommandType, args: object): Outcome {
  return handlers[type](act, args as never);
}

const handlers: { [T in CommandType]: (act: Act, args: CommandArgs<T>) => Outcome } = {
  'room.open': (act, { roomId, type }) => openRoom(act, roomId, type),

  'chat.send'(act, args) {
    const room = act.room(args.roomId);
    if (room === undefined) return notFound;
    const said = act.rows.messages.get(room.id) ?? [];
    if (args.replyTo !== undefined && !said.some(({ id }) => id === args.replyTo)) return notFound;
    if (args.files.some(({ sha256 }) => act.rows.files.get(`${act.me.id}/${sha256}`) === undefined)) return notFound;
    say(act, room, { id: act.cmdId, content: args.content, files: args.files });
    return {};
  },

  'read.mark'(act, { roomId, upTo }) {
    const room = act.room(roomId);
    if (room === undefined) return notFound;
    const side = sideOf(room, act.me);
    if (room.marks[side] < upTo)
      act.append(`room:${room.id}`, 'read.marked', { roomId: room.id, side, upTo, by: act.me.id });
    return {};
  },

  'question.ask'(act, { roomId, text }) {
    const room = act.room(roomId);
    if (room === undefined) return notFound;
    const { cmdId, xid } = act;
    say(act, room, { id: cmdId, content: text });
    const answerId = answerIdOf(cmdId);
    const stream = `room:${room.id}`;
    act.append(stream, 'answer.started', { roomId: room.id, answerId, questionId: cmdId });
    if (isWrittenLater(answerId)) {
      const row = { roomId: room.id, questionId: cmdId, holder: 'none', leaseUntil: Infinity, stopped: false };
      act.rows.openAnswers.set(answerId, row);
      return count(act);
    }
    const by = { side: 'support', author: 'assistant', kind: 'assistant' } as const;
    const message = messageOf(room, { id: answerId, content: `About ${text}`, ...by, at: xid });
    act.append(stream, 'answer.finished', { message });
    return count(act);
  },

  'feedback.give'(act, { roomId, answerId, rating, comment }) {
    const room = act.room(roomId);
    // After a restore the answer may be missing; then no feedback is possible.
    const isThere = act.rows.messages.get(room?.id ?? '')?.some(({ id }) => id === answerId) === true;
    if (room === undefined || !isThere) return notFound;
    const given = { roomId: room.id, answerId, by: act.me.id, rating, comment: comment ?? null };
    act.append(`room:${room.id}`, 'feedback.given', given);
    return {};
  },

  'handoff.request'(act, { roomId, expertRoomId }) {
    if (act.room(roomId) === undefined) return notFound;
    const opened = openRoom(act, expertRoomId, 5);
    const room = act.room(expertRoomId) as Room;
    say(act, room, { id: answerIdOf(`handoff/${act.cmdId}`), content: 'Please help' });
    return opened;
  },

  'room.rename'(act, { roomId, title }) {
    const room = ownConversation(act, roomId);
    if (room === undefined) return notFound;
    act.append(`room:${room.id}`, 'room.renamed', { roomId: room.id, title: cleanTitle(title) });
    return {};
  },

  'room.pin'(act, { roomId, pinned }) {
    const room = ownConversation(act, roomId);
    if (room === undefined) return notFound;
    act.append(`room:${room.id}`, 'room.pinned', { roomId: room.id, pinned });
    return {};
  },

  'room.delete': (act, { roomId }) => setDeleted(act, roomId, true),
  'room.restore': (act, { roomId }) => setDeleted(act, roomId, false),

  'room.assign'(act, { roomId, assigneeId, expectAssigneeId }) {
    const { me } = act;
    const room = act.room(roomId);
    if (room === undefined) return notFound;
    if (me.role !== 'EXPERT' || room.type < 5) return { code: 'FORBIDDEN' };
    if (room.assigneeId === assigneeId) return { assigneeId };
    if (room.assigneeId !== expectAssigneeId) return { code: 'ROOM_TAKEN' };
    const assigneeName = assigneeId === null ? null : me.display_name;
    act.append(`room:${room.id}`, 'room.assigned', { roomId: room.id, by: me.id, assigneeId, assigneeName });
    return { assigneeId };
  },

  'order.patch': patchOrder,

  'order.place'(act, { orderId, docHash }) {
    const order = act.rows.orders.get(orderId);
    if (order === undefined) return notFound;
    if (order.status !== 'draft') return { code: 'ILLEGAL_TRANSITION' };
    if (docHashOf(order.doc) !== docHash) return { code: 'ORDER_CHANGED' };
    const by = { by: act.me.id, byName: act.me.display_name, at: timeOf(act.xid) };
    const entry = { from: order.status, to: 'submitted' as const, event: 'PLACE', ...by, reason: null };
    act.append(`order:${order.id}`, 'order.status_changed', { orderId: order.id, entry, quote: null });
    openRoom(act, orderRoomIdOf(order.id), 6);
    return {};
  },

  // In the model, colleagues do not see each other's orders: tests/stories/order/colleagues.test.ts has what they do together.
  'order.share': () => ({ code: 'FORBIDDEN' }),
  'order.transition': () => ({ code: 'ILLEGAL_TRANSITION' }),
  'order.note': () => ({ code: 'FORBIDDEN' }),
  'order.assign': () => ({ code: 'FORBIDDEN' }),

  // No order of the model goes further than submitted.
  'parcel.change': () => ({ code: 'ILLEGAL_TRANSITION' }),
  'cells.mark': () => ({ code: 'ILLEGAL_TRANSITION' }),
  'report.add': () => ({ code: 'FORBIDDEN' }),
  'report.publish': () => notFound,
  'report.withdraw': () => notFound,

  'message.redact'(act, { roomId, messageId }) {
    const room = act.room(roomId);
    const message = act.rows.messages.get(room?.id ?? '')?.find(({ id }) => id === messageId);
    if (room === undefined || message === undefined) return notFound;
    if (message.author.id !== act.me.id && act.me.role !== 'EXPERT') return { code: 'FORBIDDEN' };
    const { me, xid } = act;
    if (message.redacted !== true)
      act.append(`room:${room.id}`, 'message.redacted', { message: redacted(message), by: me.id, at: timeOf(xid) });
    return { messageId };
  },

  'member.remove'(act, { roomId, userId }) {
    const room = act.room(roomId);
    if (room === undefined) return notFound;
    if (act.me.role !== 'EXPERT' || room.type < 5) return { code: 'FORBIDDEN' };
    const members = act.rows.members.get(room.id) ?? [];
    if (!members.includes(userId)) return { removed: false };
    act.rows.members.set(
      room.id,
      members.filter((id) => id !== userId),
    );
    act.append(`user:${userId}`, 'member.removed', { roomId: room.id, userId, by: act.me.id });
    return { removed: true };
  },
};

/** Whether a language model writes this answer: for two of three. */
function isWrittenLater(answerId: string): boolean {
  return Number.parseInt(answerId.slice(0, 4), 16) % 3 > 0;
}

function count({ rows, me, append }: Act): Outcome {
  append(`user:${me.id}`, 'usage.counted', { question_usage: (rows.usage.get(me.id) ?? 0) + 1 });
  return {};
}

const notFound: Outcome = { code: 'NOT_FOUND' };

function ownConversation(act: Act, roomId: string): Room | undefined {
  const room = act.room(roomId);
  return room !== undefined && ownsConversation(act.me, room) ? room : undefined;
}

function setDeleted(act: Act, roomId: string, on: boolean): Outcome {
  const room = ownConversation(act, roomId);
  if (room === undefined) return notFound;
  if (isDeleted(room) !== on) act.append(`room:${room.id}`, on ? 'room.deleted' : 'room.restored', { roomId: room.id });
  return {};
}

/** One expert room per customer: a second one becomes an alias of the first. */
function openRoom(act: Act, roomId: string, type: Room['type']): Outcome {
  const { me } = act;
  const known = type === 5 ? act.rows.expertRooms.get(me.id) : undefined;
  if (known !== undefined) {
    act.rows.aliases.set(roomId, known);
    return { canonicalRoomId: known };
  }
  if (type === 5) act.rows.expertRooms.set(me.id, roomId);
  act.append(`room:${roomId}`, 'room.opened', { room: emptyRoom(roomId, type, me, act.xid) });
  act.append(`user:${me.id}`, 'member.added', { roomId, userId: me.id, side: 'user' });
  return {};
}

function say(act: Act, room: Room, said: { id: string; content: string; files?: FileRef[] }): void {
  const side = sideOf(room, act.me);
  const kind = side === 'user' ? ('user' as const) : ('expert' as const);
  const message = messageOf(room, { ...said, side, author: act.me.id, kind, at: act.xid });
  act.append(`room:${room.id}`, 'message.sent', { message });
}

function patchOrder(act: Act, args: CommandArgs<'order.patch'>): Outcome {
  const { me, xid, cmdId } = act;
  const stream = `order:${args.orderId}`;
  const known = act.rows.orders.get(args.orderId);
  if (known !== undefined && known.status !== 'draft') return { code: 'ILLEGAL_TRANSITION' };
  if (known === undefined) act.append(stream, 'order.created', { order: emptyOrder(args.orderId, me, xid) });
  const order = act.rows.orders.get(args.orderId) as Order;
  // All versions before this patch, so that its own changes do not conflict with each other.
  const changes = args.changes as { path: string; value: string; base: string | null }[];
  const fits = changes.filter(({ path, base }) => (order.vers[versionKeyOf(path)] ?? null) === base);
  const misfits = changes.filter((change) => !fits.includes(change));
  const at = timeOf(xid);
  if (fits.length > 0) {
    const written = fits.map(({ path, value }) => ({ path, value, ver: cmdId }));
    act.append(stream, 'order.patched', { orderId: order.id, by: me.id, at, changes: written });
  }
  if (misfits.length > 0) {
    const conflicts = misfits.map(({ path, value }) => {
      return { path, mine: value, theirs: order.doc[path] ?? null, by: me.id };
    });
    act.append(stream, 'order.field_conflict', { orderId: order.id, at, conflicts });
  }
  return {};
}
