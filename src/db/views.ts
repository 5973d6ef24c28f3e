import type { Message, Room } from '#domain/chat.ts';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { Order } from '#domain/order/order.ts';
import type { RefusedFeedback } from './refused-feedback.ts';
import type { SavedAnswer } from './saved-answers.ts';
import type { OutboxEntry, UserDb } from './schema.ts';

/** What a screen shows: confirmed rows, early pictures and pending commands, projected. Pure reads, made for live queries. */

/** How far one of my messages has got; see `delivery` in the messenger's screens for its marks. */
export type Delivery = 'queued' | 'blocked' | 'sending' | 'sent' | 'delivered' | 'read' | 'refused' | 'signin';

export interface Reason {
  code: string;
  message: string;
  details?: unknown;
}

export interface MessageView extends Message {
  /** Not confirmed yet: its `sseq` is only for sorting. */
  pending: boolean;
  /** How far it has got, or how far its deletion has while that waits; null: not mine. */
  delivery: Delivery | null;
  reason: Reason | null;
  /** A question of mine whose command this device still has: what is said of its answer depends on it. */
  isQuestion?: true;
  /** The question, or the one it answers, is with the experts: in which conversation, and since when. */
  handedOver?: { roomId: string; at: string; pending?: true };
  /** This device's own answer beside a pending question. */
  savedAnswer?: SavedAnswer;
  rating?: 1 | -1;
  /** My feedback on it, where the server has not taken it; `rating` is then what I chose. */
  refusedFeedback?: RefusedFeedback;
}

export interface RoomView extends Room {
  unreadCount: number;
  /** Commands of this room that wait to be sent. */
  waiting: number;
  /** Staff have taken its customer out of it, and that is not known as applied yet. */
  customerLeaves: boolean;
  pending: boolean;
  /** Made here by a hand-over, and the customer has an open expert room already: the server puts it there. */
  joins: boolean;
}

export interface OrderView extends Order {
  /** Patches not known as applied yet. */
  unsaved: number;
  /** The status change that waits to be sent: `PLACE` or a transition's event. */
  intent: string | null;
  refused: (Reason & { cmdId: string }) | null;
  pending: boolean;
}

export interface WaitingItem {
  cmdId: string;
  n: number;
  type: OutboxEntry['type'];
  lane: OutboxEntry['lane'];
  title: string;
  detail: string;
  createdAt: number;
  state: 'queued' | 'sent' | 'blocked' | 'refused' | 'signin';
  reason: Reason | null;
  files: { name: string; size: number }[];
}

export { messagesOf, readMessages, showMessages } from './message-views.ts';
export { roomOf, roomsOf, unreadOf } from './room-views.ts';
export { orderOf, ordersOf } from './order-views.ts';
export { waitingCount, waitingOf } from './waiting-view.ts';
export { sideOfMe } from './project-room.ts';

/** The knowledge saved on this device, for answers without a network. */
export function knowledgeOf(db: UserDb): Promise<KnowledgeEntry[]> {
  return db.transaction('r!', db.knowledge, async () => db.knowledge.toArray());
}
