import { limits } from '../ground/limits.ts';
import type { Feedback, Message, Room } from '../chat/chat.ts';
import type { Side } from '../account/room-types.ts';
import { otherSide, previewOf, sideOf } from '../chat/chat.ts';
import { type Assignee, withAssignee, withAssigneeNow, withAssigneeRenamed } from '../chat/assignment.ts';
import { nameNow, withName, withoutName } from '../account/current-names.ts';
import { withDeletion, withPin, withTitle } from '../chat/conversations.ts';
import { type FileClaims, withClaims } from '../chat/file-claims.ts';
import type { CellChange, FieldConflict, Order, OrderHistoryEntry, Quote, Report } from '../order/data/order.ts';
import type { ParcelEntry, ShipmentReport } from '../order/data/goods.ts';
import { withCellChange, withReport, withShipmentReport } from '../order/life/result-folds.ts';
import { colleaguesNow, colleaguesRenamed, noteWriter, withColleagues } from '../order/life/colleagues.ts';
import { versionKeyOf } from '../order/data/version-key.ts';
import type { Json } from '../ground/json.ts';

/**
 * All event types with their data, and the folds that apply events to rows. The server's projections and the device's
 * confirmed tables use the same folds, so both are the same function of the log. Folds are commutative and idempotent:
 * inserts go by id, registers by the position (`sseq`) of the event that set them, read marks by maximum.
 *
 * To add one: its data here and its name in `knownTypes`; its fold (`foldRoom`, `foldOrder` or a new one); the command
 * that appends it; `src/db/confirmed.ts` if it changes other rows than rooms and orders; a case in
 * `tests/domain/spine/events.test.ts`.
 */
export interface EventData {
  'room.opened': { room: Room };
  'member.added': { roomId: string; userId: string; side: Side };
  'member.removed': { roomId: string; userId: string; by: string };
  'message.sent': { message: Message };
  /** What remains of a message after redaction, at its original position. */
  'message.redacted': { message: Message; by: string; at: string };
  /** What the files of a message claim, once the server has read them. */
  'claims.found': { roomId: string; messageId: string; files: FileClaims[] };
  'read.marked': { roomId: string; side: Side; upTo: number; by: string };
  /** The title that the customer gave to a conversation; null for the automatic one. */
  'room.renamed': { roomId: string; title: string | null };
  'room.pinned': { roomId: string; pinned: boolean };
  'room.deleted': { roomId: string };
  'room.restored': { roomId: string };
  /** Which member of staff replies in the room from now on. */
  'room.assigned': { roomId: string; by: string } & Assignee;
  'answer.started': { roomId: string; answerId: string; questionId: string };
  'answer.finished': { message: Message };
  'feedback.given': { roomId: string; answerId: string; by: string; rating: 1 | -1; comment: string | null };
  'usage.counted': { question_usage: number };
  'order.created': { order: Order };
  'order.patched': { orderId: string; by: string; at: string; changes: { path: string; value: Json; ver: string }[] };
  'order.field_conflict': { orderId: string; at: string; conflicts: Omit<FieldConflict, 'sseq'>[] };
  /** Who may edit the draft beside its owner from now on: the whole list. */
  'order.shared': { orderId: string; by: string; at: string; colleagues: { userId: string; userName: string }[] };
  'order.status_changed': { orderId: string; entry: Omit<OrderHistoryEntry, 'sseq'>; quote?: Quote | null };
  'parcel.changed': { orderId: string; entry: Omit<ParcelEntry, 'sseq'> };
  /** What the carrier says about a shipment; `at` is the server's time. */
  'shipment.reported': { orderId: string; at: string; report: Omit<ShipmentReport, 'sseq'> };
  'cells.changed': { orderId: string; change: Omit<CellChange, 'sseq'> };
  'report.published': { orderId: string; report: Omit<Report, 'sseq'> };
  /** What remains of a report that was withdrawn; its file is null. */
  'report.withdrawn': { orderId: string; report: Omit<Report, 'sseq'> };
  /** A user's new name for all that the stream has of them; `newest` is the position of their last message in it. */
  'person.renamed': { userId: string; name: string; newest: number | null };
  /** The name that a user has given themselves, for what shows them as they are now. Older devices fetch the stream anew. */
  'name.changed': { userId: string; userName: string };
}

export type EventType = keyof EventData;

const knownTypes: Record<EventType, true> = {
  'room.opened': true,
  'member.added': true,
  'member.removed': true,
  'message.sent': true,
  'message.redacted': true,
  'claims.found': true,
  'read.marked': true,
  'room.renamed': true,
  'room.pinned': true,
  'room.deleted': true,
  'room.restored': true,
  'room.assigned': true,
  'answer.started': true,
  'answer.finished': true,
  'feedback.given': true,
  'usage.counted': true,
  'order.created': true,
  'order.patched': true,
  'order.field_conflict': true,
  'order.shared': true,
  'order.status_changed': true,
  'parcel.changed': true,
  'shipment.reported': true,
  'cells.changed': true,
  'report.published': true,
  'report.withdrawn': true,
  'person.renamed': true,
  'name.changed': true,
};

/** Event types that this version folds; a newer version may write others. */
export const eventTypes: ReadonlySet<string> = new Set(Object.keys(knownTypes));

/** A committed event with its position in its stream. */
export interface Event<T extends EventType = EventType> {
  stream: string;
  sseq: number;
  type: T;
  v: number;
  data: EventData[T];
  cmdId: string | null;
}

/** Type guard for one event type. Events of unknown types, from a newer server, match none, so no fold applies them. */
export function is<T extends EventType>(event: { type: string }, type: T): event is Event<T> {
  return event.type === type;
}

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
  if (newest === undefined || position > newest) return [...positions.slice(1 - limits.unreadKept), position];
  if (positions.includes(position)) return positions;
  return [...positions, position].sort((a, b) => a - b).slice(-limits.unreadKept);
}

/** Adds positions, ascending. */
function withPositions(positions: number[], added: readonly number[]): number[] {
  const [least = 0] = added;
  if (least <= (positions.at(-1) ?? -1)) return added.reduce(withPosition, positions);
  return [...positions, ...added].slice(-limits.unreadKept);
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

/** Applies an event of its stream to an order. @returns undefined while the order itself is unknown */
export function foldOrder(order: Order | undefined, event: Event): Order | undefined {
  if (is(event, 'order.created')) return order ?? { ...event.data.order, sseq: event.sseq };
  if (order === undefined) return undefined;
  const next = { ...order, sseq: Math.max(order.sseq, event.sseq) };
  if (is(event, 'order.patched')) return withChanges(next, event);
  if (is(event, 'order.field_conflict')) return withConflicts(next, event);
  if (is(event, 'order.shared'))
    return touched(withColleagues(next, { colleagues: event.data.colleagues, sseq: event.sseq }), event.data.at);
  if (is(event, 'order.status_changed')) return withStatus(next, event);
  if (is(event, 'parcel.changed')) return withParcel(next, event);
  if (is(event, 'shipment.reported'))
    return touched(withShipmentReport(next, { ...event.data.report, sseq: event.sseq }), event.data.at);
  if (is(event, 'cells.changed'))
    return touched(withCellChange(next, { ...event.data.change, sseq: event.sseq }), event.data.change.at);
  if (is(event, 'report.published') || is(event, 'report.withdrawn'))
    return touched(withReport(next, { ...event.data.report, sseq: event.sseq }), event.data.report.at);
  if (is(event, 'name.changed')) return withOwnerNow(withName(next, { ...event.data, sseq: event.sseq }));
  return is(event, 'person.renamed') ? withOwner(next, event.data) : next;
}

function withOwner(order: Order, { userId, name }: EventData['person.renamed']): Order {
  const renamed = <T extends { by: string; byName: string }>(entries: T[]): T[] =>
    entries.map((entry) => (entry.by === userId ? { ...entry, byName: name } : entry));
  return {
    ...withoutName(order, userId),
    renamed: { ...order.renamed, [userId]: name },
    ownerName: order.ownerId === userId ? name : order.ownerName,
    history: renamed(order.history),
    ...(order.parcels === undefined ? {} : { parcels: renamed(order.parcels) }),
    ...(order.colleagues === undefined ? {} : { colleagues: colleaguesRenamed(order.colleagues, userId, name) }),
    ...(order.cells === undefined ? {} : { cells: renamed(order.cells) }),
    ...(order.reports === undefined ? {} : { reports: renamed(order.reports) }),
  };
}

function withOwnerNow(order: Order): Order {
  const { ownerId, ownerName: name, colleagues } = order;
  const now = { ...order, ownerName: nameNow(order, ownerId, { name, sseq: 0 }) };
  return colleagues === undefined ? now : { ...now, colleagues: colleaguesNow(order, colleagues) };
}

/**
 * Returns a `foldOrder` for many events: it copies the document of an order at its first change, and writes later changes
 * into that copy, because a copy of a large document for each of many small changes is expensive. So who keeps an order
 * while others are folded into it copies its document.
 */
export function orderFolding(): typeof foldOrder {
  const copies = new WeakSet<Order['doc']>();
  return (order, event) => {
    if (order === undefined || !is(event, 'order.patched')) return foldOrder(order, event);
    const isCopied = copies.has(order.doc);
    const next = { ...order, sseq: Math.max(order.sseq, event.sseq) };
    const changed = isCopied ? writeChanges(next, event) : withChanges(next, event);
    copies.add(changed.doc);
    return changed;
  };
}

/** Folds the events of an order one after the other, oldest first, and returns each with the order after it, as `orderFolding`. */
export function* foldHistory(events: readonly Event[]): Generator<[event: Event, order: Order]> {
  const fold = orderFolding();
  let order: Order | undefined;
  for (const event of events) {
    order = fold(order, event);
    if (order !== undefined) yield [event, order];
  }
}

function withChanges(order: Order, event: Event<'order.patched'>): Order {
  const { doc, vers, at, writers } = order;
  const copied = { ...order, doc: { ...doc }, vers: { ...vers }, at: { ...at } };
  return writeChanges(writers === undefined ? copied : { ...copied, writers: { ...writers } }, event);
}

function writeChanges(next: Order, event: Event<'order.patched'>): Order {
  for (const { path, value, ver } of event.data.changes) {
    const key = versionKeyOf(path);
    // Each field is guarded by its own position; a version key that several fields share, by the newest of them.
    if ((next.at[path] ?? 0) > event.sseq) continue;
    if (value === null) delete next.doc[path];
    else next.doc[path] = value;
    next.at[path] = event.sseq;
    noteWriter(next, path, event.data.by);
    if ((next.at[`ver:${key}`] ?? 0) <= event.sseq) {
      next.at[`ver:${key}`] = event.sseq;
      next.vers[key] = ver;
    }
  }
  next.conflicts = next.conflicts.filter((conflict) => conflict.sseq > (next.at[conflict.path] ?? 0));
  return touched(next, event.data.at);
}

function withConflicts(order: Order, event: Event<'order.field_conflict'>): Order {
  const fresh = event.data.conflicts
    .filter((conflict) => event.sseq > (order.at[conflict.path] ?? 0))
    .map((conflict) => ({ ...conflict, sseq: event.sseq }));
  const others = order.conflicts.filter(
    (old) => old.sseq > event.sseq || !fresh.some((conflict) => conflict.path === old.path),
  );
  const known = new Set(others.map((conflict) => conflict.path));
  const conflicts = [...others, ...fresh.filter((conflict) => !known.has(conflict.path))];
  return touched({ ...order, conflicts: conflicts.sort((a, b) => a.sseq - b.sseq) }, event.data.at);
}

function withParcel(order: Order, { data, sseq }: Event<'parcel.changed'>): Order {
  const { parcels = [], renamed } = order;
  if (parcels.some((old) => old.sseq === sseq)) return order;
  const entry = { ...data.entry, byName: renamed?.[data.entry.by] ?? data.entry.byName, sseq };
  return touched({ ...order, parcels: [...parcels, entry].sort((a, b) => (a.sseq ?? 0) - (b.sseq ?? 0)) }, entry.at);
}

function withStatus(order: Order, event: Event<'order.status_changed'>): Order {
  const { by, byName } = event.data.entry;
  const entry = { ...event.data.entry, byName: order.renamed?.[by] ?? byName, sseq: event.sseq };
  const known = order.history.some((old) => old.sseq === entry.sseq);
  const history = known ? order.history : [...order.history, entry].sort((a, b) => a.sseq - b.sseq);
  if ((order.at['status'] ?? 0) > event.sseq) return touched({ ...order, history }, entry.at);
  return touched(
    {
      ...order,
      history,
      status: entry.to,
      quote: event.data.quote === undefined ? order.quote : event.data.quote,
      at: { ...order.at, status: event.sseq },
    },
    entry.at,
  );
}

function touched(order: Order, at: string): Order {
  return at > order.updatedAt ? { ...order, updatedAt: at } : order;
}
