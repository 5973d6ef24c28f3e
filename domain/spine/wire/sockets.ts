import { type Static, Type } from 'typebox';
import type { ErrorCode } from '../../ground/errors.ts';
import { id, nullable } from '../../ground/wire/parts.ts';
import type { messageReply } from '../../chat/wire/rooms.ts';
import type { KnowledgeState } from '../../assistant/wire/saved-knowledge.ts';
import { type Cursor, cursor, type BriefPushReply, type PushBody, type WireEvent } from './sync.ts';

/** Events of every socket namespace, in both directions. */

type Ack<T = object> = (reply: ({ ok: true } & T) | { ok: false; code: string; message: string }) => void;

/** `/sync`: joined on every path while a user is signed in. */
export interface SyncServerEvents {
  /** There are new events to pull. `events` is a preview; only pulled events are confirmed. */
  'sync:hint': (hint: { pos: Cursor; events?: WireEvent[] }) => void;
  /**
   * The first event of a connection: this server sends pages to devices that stand, and knows brief pushes. The release
   * before does not say `briefs`, and refuses what it does not know; older ones never say anything.
   */
  'sync:ready': (can: { stands: true; briefs?: true }) => void;
  /** The next page of the log, for a device that stands at `from`: the log ends at `next`. With it the stand has ended. */
  'sync:page': (page: SentPage) => void;
  /** The messages up to position `upTo` have reached another member's device. */
  'sync:delivered': (mark: { roomId: string; side: 'user' | 'support'; upTo: number }) => void;
  /**
   * The state that the knowledge base is in: sent after each change, and to each page that connects. A device that has an
   * older one asks for the changes after a random part of `withinMs`, so that not all ask at once.
   */
  'sync:knowledge': (change: KnowledgeState & { withinMs: number }) => void;
  'answer.delta': (delta: { answerId: string; i: number; text: string }) => void;
  'session.ended': (end: { code: string; message: string }) => void;
  /** The server is stopping; reconnect after this time. */
  'server.leaving': (leave: { retryAfterMs: number }) => void;
}

/** A page that the server has read for a device that stands; `rights` is `standing` of `PullReply`. */
export interface SentPage {
  from: Cursor;
  events: WireEvent[];
  next: Cursor;
  rights: string;
}

export interface SyncClientEvents {
  /** The device has pulled everything up to this position, and asks to be sent what comes after it. */
  'sync:stand': (body: StandBody) => void;
  'sync:push': (body: PushBody, ack: Ack<{ reply: BriefPushReply }>) => void;
}

/** A message with the field names of the specification's sockets and REST replies. */
export type WireMessage = Omit<Static<typeof messageReply>, 'answer' | 'feedback' | 'handoff'>;

export interface WireRoom {
  id: string;
  type: number;
  name: string;
  created_at: string;
  unreadCount: number;
  /** The newest ones, oldest first. */
  messages: WireMessage[];
  lastMessage: { content: string; created_at: string; sender_type: 'USER' | 'SUPPORT' } | null;
  customer: { id: string; name: string; company: string | null };
  order_id: string | null;
  status: string;
}

/** `/po-chat` and `/socket/v1`: the specified chat namespaces. */
export interface ChatServerEvents {
  receiveMessage: (payload: { messages: WireMessage[]; roomId: string }) => void;
  chat_rooms: (rooms: WireRoom[]) => void;
  /** `code` is set when the error ends the connection or the namespace. */
  error: (payload: { message: string; code?: ErrorCode }) => void;
  unread_count_updated: (payload: { roomId: string; unread: number; total: number; seq: number }) => void;
}

export interface ChatClientEvents {
  get_rooms: (
    query: { chatRoomType?: number | 'po'; conversation_id?: string },
    ack?: Ack<{ rooms: WireRoom[] }>,
  ) => void;
  mark_as_read: (mark: { roomId: string; messageIds: string[] }, ack?: Ack<{ unread: number }>) => void;
}

/** Payload of `get_rooms`. An empty one selects every room of the namespace. */
export const getRoomsQuery = Type.Object({
  chatRoomType: Type.Optional(nullable(Type.Union([Type.Integer(), Type.Literal('po')]))),
  conversation_id: Type.Optional(nullable(id)),
});

/** Payload of `mark_as_read`. */
export const markAsReadBody = Type.Object({ roomId: id, messageIds: Type.Array(id, { maxItems: 1000 }) });

/** Payload of `sync:stand`. */
export const standBody = Type.Object({ cursor });
type StandBody = Static<typeof standBody>;

export const namespaces = { sync: '/sync', poChat: '/po-chat', socketV1: '/socket/v1' } as const;
