import type { Message, Room, Side } from '#domain/chat.ts';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { Order } from '#domain/order/order.ts';
import type { Me } from '#domain/users.ts';
import type { EarlyMessages } from './early.ts';
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
  /** null: not mine. */
  delivery: Delivery | null;
  reason: Reason | null;
  /** This device's own answer beside a pending question. */
  savedAnswer?: SavedAnswer;
  rating?: 1 | -1;
}

export interface RoomView extends Room {
  unreadCount: number;
  /** Commands of this room that wait to be sent. */
  waiting: number;
  pending: boolean;
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

/** Every room this person sees, newest first. */
export async function roomsOf(db: UserDb, me: Me): Promise<RoomView[]> {
  throw new Error(`not there yet ${db.name} ${me.id}`);
}

/** One room, found also under the id it had before it turned out to exist already. */
export async function roomOf(db: UserDb, me: Me, roomId: string): Promise<RoomView | undefined> {
  throw new Error(`not there yet ${db.name} ${me.id} ${roomId}`);
}

/** The newest `limit` messages of a room, oldest first; `hasOlder` tells whether there are more, here or on the server. */
export async function messagesOf(
  db: UserDb,
  me: Me,
  roomId: string,
  limit: number,
  early?: EarlyMessages,
): Promise<{ messages: MessageView[]; hasOlder: boolean }> {
  throw new Error(`not there yet ${db.name} ${me.id} ${roomId} ${limit} ${String(early)}`);
}

export async function ordersOf(db: UserDb, me: Me): Promise<OrderView[]> {
  throw new Error(`not there yet ${db.name} ${me.id}`);
}

export async function orderOf(db: UserDb, me: Me, orderId: string): Promise<OrderView | undefined> {
  throw new Error(`not there yet ${db.name} ${me.id} ${orderId}`);
}

/** Everything that waits or needs a decision, in the order it was made. */
export async function waitingOf(db: UserDb): Promise<WaitingItem[]> {
  throw new Error(`not there yet ${db.name}`);
}

export async function waitingCount(db: UserDb): Promise<{ waiting: number; needYou: number }> {
  throw new Error(`not there yet ${db.name}`);
}

/** Unread messages by where they are shown: expert rooms, Navigator rooms, the assistant's. */
export async function unreadOf(db: UserDb, me: Me): Promise<{ expert: number; po: number; ai: number }> {
  throw new Error(`not there yet ${db.name} ${me.id}`);
}

export async function knowledgeOf(db: UserDb): Promise<KnowledgeEntry[]> {
  return await db.knowledge.toArray();
}

/** Which side of a room this person is on. */
export function sideOfMe(room: Pick<Room, 'customerId'>, me: Me): Side {
  return room.customerId === me.id ? 'user' : 'support';
}
