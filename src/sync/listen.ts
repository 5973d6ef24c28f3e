import type { Message, Side } from '#domain/chat.ts';
import { messageIn, type Event } from '#domain/events.ts';
import type { ChatServerEvents, SyncServerEvents } from '#domain/protocol/sockets.ts';
import type { Cursor, WireEvent } from '#domain/protocol/sync.ts';
import type { EarlyMessages } from '../db/early.ts';

/**
 * What the sockets say. Everything here is a hint: it makes a pull start and shows messages a moment early; what is
 * true comes with the pull, so a lost, doubled or reordered packet changes nothing.
 */
export interface ListenParts {
  early: EarlyMessages;
  /** There is something to pull, up to this place. */
  hinted: (place?: Cursor) => void;
  /** A side's devices have a room's messages up to this place. */
  delivered: (roomId: string, side: Side, upTo: number) => void;
  ended: (message: string) => void;
}

export function listenTo(parts: ListenParts): { sync: Partial<SyncServerEvents>; chat: Partial<ChatServerEvents> } {
  const { early, hinted } = parts;
  return {
    sync: {
      'sync:hint': ({ pos, events }) => {
        early.add(...messagesIn(events ?? []));
        hinted(pos);
      },
      'sync:delivered'({ roomId, side, upTo }) {
        early.markDelivered(roomId, side, upTo);
        parts.delivered(roomId, side, upTo);
      },
      // Of another role now, one comes in anew: the pull says what has become of the rights.
      'session.ended': ({ code, message }) => (code === 'FORBIDDEN' ? hinted() : parts.ended(message)),
    },
    // The specified chat events say the same again; the pull they start brings it as it is stored.
    chat: { receiveMessage: () => hinted(), unread_count_updated: () => hinted(), chat_rooms: () => undefined },
  };
}

function messagesIn(events: readonly WireEvent[]): Message[] {
  return events.flatMap((event) => messageIn(event as unknown as Event) ?? []);
}
