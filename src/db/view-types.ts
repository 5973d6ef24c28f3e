import type { Message, Room } from '#domain/chat/chat.ts';
import type { Order, Quote } from '#domain/order/data/order.ts';
import type { RefusedFeedback } from './refused-feedback.ts';
import type { SavedAnswer } from './saved-answers.ts';
import type { OutboxEntry } from './schema.ts';

/** What screens show: confirmed rows, early messages and pending commands, projected. Pure reads for live queries. */

/** Delivery state of one of the user's messages; `delivery` in the messenger's screens shows it as ticks. */
export type Delivery = 'queued' | 'blocked' | 'sending' | 'sent' | 'delivered' | 'read' | 'refused' | 'signin';

export interface Reason {
  code: string;
  message: string;
  details?: unknown;
}

export interface MessageView extends Message {
  /** Not confirmed yet; its `sseq` only serves sorting. */
  pending: boolean;
  /** Delivery state of the message, or of its pending deletion; null for messages of others. */
  delivery: Delivery | null;
  reason: Reason | null;
  /** A refused message with confirmed ones below it. */
  isFollowed?: true;
  /** A question whose command is still in the outbox; the text shown for its answer depends on that. */
  isQuestion?: true;
  /** Set when the question, or the one it answers, was handed over: the expert room and the time. */
  handedOver?: { roomId: string; at: string; pending?: true };
  /** Of a question that was asked more than once: the ids of its versions, oldest first. */
  versions?: readonly string[];
  /** This device's offline answer to a pending question. */
  savedAnswer?: SavedAnswer;
  rating?: 1 | -1;
  /** Refused feedback of this user; `rating` is then their choice. */
  refusedFeedback?: RefusedFeedback;
}

export interface RoomView extends Room {
  unreadCount: number;
  /** Number of pending commands of the room. */
  waiting: number;
  /** The removal of its customer is pending. */
  customerLeaves: boolean;
  pending: boolean;
  /** Opened here by a handoff although the customer has an open expert room: the server will use that one. */
  joins: boolean;
}

export interface OrderView extends Order {
  /** Number of pending patches. */
  unsaved: number;
  /** The pending status change: `PLACE` or a transition's event. */
  pendingTransition: string | null;
  /** The oldest refused command. */
  refused: (Reason & { cmdId: string; entry: OutboxEntry; placed?: PlacedAs; event?: string }) | null;
  pending: boolean;
}

/** What the user placed: the document, and the price shown then; commands of older versions of the app have none. */
interface PlacedAs {
  docHash: string | undefined;
  seen?: Quote;
}

/** Numbers of commands that are not sent, and of refused ones that need a decision. */
export interface WaitingCounts {
  waiting: number;
  needYou: number;
}

export interface WaitingItem {
  cmdId: string;
  n: number;
  type: OutboxEntry['type'];
  /** With the room's present id, where the entry names it by the one made here. */
  lane: OutboxEntry['lane'];
  title: string;
  detail: string;
  createdAt: number;
  state: 'queued' | 'sent' | 'blocked' | 'refused' | 'signin';
  reason: Reason | null;
  files: { name: string; size: number }[];
}
