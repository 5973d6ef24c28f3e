import type { Message, Room } from '#domain/chat/chat.ts';
import type { SavedAnswer } from '../../db/saved-answers.ts';
import type { Reason } from '../../db/view-types.ts';
import type { RefusedFeedback } from './refused-feedback.ts';

/** Views of rooms that screens show: confirmed rows, early messages and pending commands, projected. */

/** Delivery state of one of the user's messages; `delivery` in the messenger's screens shows it as ticks. */
export type Delivery = 'queued' | 'blocked' | 'sending' | 'sent' | 'delivered' | 'read' | 'refused' | 'signin';

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
