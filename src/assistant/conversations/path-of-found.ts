import type { RoomType } from '#domain/account/room-types.ts';
import { topicOf } from './chat-types.ts';

/** Conversation with the assistant that a search has found, and the message that was found in it, if any. */
interface ConversationHit {
  roomId: string;
  type: RoomType;
  message: { id: string } | undefined;
}

/** Returns the path that opens a conversation, at the message that was found in it. */
export function pathOfFound({ roomId, type, message }: ConversationHit): string {
  const query = new URLSearchParams({ c: roomId, ...(message === undefined ? {} : { m: message.id }) });
  return `${topicOf(type).path}?${query}`;
}
