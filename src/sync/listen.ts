import type { Side } from '#domain/account/room-types.ts';
import type { ChatServerEvents, SentPage, SyncServerEvents } from '#domain/spine/wire/sockets.ts';
import type { KnowledgeState } from '#domain/assistant/wire/saved-knowledge.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { EarlyMessages } from '../db/early.ts';
import { messagesInEvents } from '../db/fold-events.ts';

/**
 * Handlers for socket events. An event is a hint, which starts a pull and shows messages early, or a page, which counts
 * only where the cursor is. So a lost, duplicated or reordered packet changes nothing.
 */

export interface ListenParts {
  early: EarlyMessages;
  /** Shows what the server is writing. */
  live: { add: SyncServerEvents['answer.delta'] };
  /** Called when there are events to pull, up to this position if it is known. */
  hinted: (position?: Cursor) => void;
  /** Called at a chat event, whose content also comes by a page or a hint. */
  repeated: () => void;
  /** Called when the server can send pages to a tab that stands at the end of the log. */
  readyToSend: () => void;
  /** Called with such a page. */
  sent: (page: SentPage) => void;
  /** Called when the devices of one side have received the room's messages up to this position. */
  delivered: (roomId: string, side: Side, upTo: number) => void;
  /** Called with the state that the knowledge base is in; see `sync:knowledge`. */
  knowledgeHinted: (change: KnowledgeState & { withinMs: number }) => void;
  /** Called with the server's message when it has ended the session. */
  ended: (message: string) => void;
}

/** Returns the handlers of both socket namespaces. They show messages early and start pulls; they store nothing. */
export function listenTo(parts: ListenParts): { sync: Partial<SyncServerEvents>; chat: Partial<ChatServerEvents> } {
  const { early, hinted, live } = parts;
  return {
    sync: {
      'sync:hint': ({ pos, events }) => {
        early.add(...messagesInEvents(events ?? []));
        hinted(pos);
      },
      'sync:ready': () => parts.readyToSend(),
      'sync:page': (page) => {
        early.add(...messagesInEvents(page.events));
        parts.sent(page);
      },
      'sync:delivered'({ roomId, side, upTo }) {
        early.markDelivered(roomId, side, upTo);
        parts.delivered(roomId, side, upTo);
      },
      'sync:knowledge': (change) => parts.knowledgeHinted(change),
      'answer.delta': (delta) => live.add(delta),
      // The event's name is historical: with FORBIDDEN no session ends. The user's role has changed. The socket
      // reconnects with the new one, and the pull brings the new rights.
      'session.ended': ({ code, message }) => (code === 'FORBIDDEN' ? hinted() : parts.ended(message)),
    },
    // The chat events of the specification repeat what a page or a hint brings.
    chat: { receiveMessage: parts.repeated, unread_count_updated: parts.repeated, chat_rooms: () => undefined },
  };
}
