import type { Message, Room } from '../chat/chat.ts';
import type { Side } from '../account/room-types.ts';
import { type Assignee } from '../chat/assignment.ts';
import { type FileClaims } from '../chat/file-claims.ts';
import type { CellChange, FieldConflict, Order, OrderHistoryEntry, Quote, Report } from '../order/data/order.ts';
import type { ParcelEntry, ShipmentReport } from '../order/data/goods.ts';
import type { Json } from '../ground/json.ts';

/**
 * All event types with their data. `fold-room.ts` and `fold-order.ts` apply them to rows. The server's projections and the device's
 * confirmed tables use the same folds, so both are the same function of the log. Folds are commutative and idempotent:
 * inserts go by id, registers by the position (`sseq`) of the event that set them, read marks by maximum.
 *
 * To add one: its data here and its name in `knownTypes`; its fold (`fold-room.ts`, `fold-order.ts` or a new one), and that
 * of the server's part, if it has a table of its own; the command that appends it; `src/db/confirmed.ts` if it changes other
 * rows than rooms and orders; a case in `tests/domain/spine/events.test.ts`.
 */
export interface EventData {
  'room.opened': { room: Room };
  'member.added': { roomId: string; userId: string; side: Side };
  'member.removed': { roomId: string; userId: string; by: string };
  'message.sent': { message: Message };
  /** Rest of a message after redaction, at its original position. */
  'message.redacted': { message: Message; by: string; at: string };
  /** Claims in the files of a message, once the server has read them. */
  'claims.found': { roomId: string; messageId: string; files: FileClaims[] };
  'read.marked': { roomId: string; side: Side; upTo: number; by: string };
  /** The title that the customer gave to a conversation; null for the automatic one. */
  'room.renamed': { roomId: string; title: string | null };
  'room.pinned': { roomId: string; pinned: boolean };
  'room.deleted': { roomId: string };
  'room.restored': { roomId: string };
  /** Member of staff who replies in the room from now on. */
  'room.assigned': { roomId: string; by: string } & Assignee;
  'answer.started': { roomId: string; answerId: string; questionId: string };
  'answer.finished': { message: Message };
  'feedback.given': { roomId: string; answerId: string; by: string; rating: 1 | -1; comment: string | null };
  'usage.counted': { question_usage: number };
  'order.created': { order: Order };
  'order.patched': { orderId: string; by: string; at: string; changes: { path: string; value: Json; ver: string }[] };
  'order.field_conflict': { orderId: string; at: string; conflicts: Omit<FieldConflict, 'sseq'>[] };
  /** Users who may edit the draft beside its owner from now on: the whole list. */
  'order.shared': { orderId: string; by: string; at: string; colleagues: { userId: string; userName: string }[] };
  'order.status_changed': { orderId: string; entry: Omit<OrderHistoryEntry, 'sseq'>; quote?: Quote | null };
  'parcel.changed': { orderId: string; entry: Omit<ParcelEntry, 'sseq'> };
  /** Report of the carrier about a shipment; `at` is the server's time. */
  'shipment.reported': { orderId: string; at: string; report: Omit<ShipmentReport, 'sseq'> };
  'cells.changed': { orderId: string; change: Omit<CellChange, 'sseq'> };
  'report.published': { orderId: string; report: Omit<Report, 'sseq'> };
  /** Rest of a report that was withdrawn; its file is null. */
  'report.withdrawn': { orderId: string; report: Omit<Report, 'sseq'> };
  /** A user's new name for all that the stream has of them; `newest` is the position of their last message in it. */
  'person.renamed': { userId: string; name: string; newest: number | null };
  /**
   * The name that a user has given themselves, where their current name is shown. Older devices fetch the stream again.
   */
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
