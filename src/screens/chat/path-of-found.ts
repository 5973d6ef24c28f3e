import { chatTypeOf } from './chat-types.ts';
import type { Found } from './use-search.ts';

/** Returns the path that opens a conversation, at the message that was found in it. */
export function pathOfFound({ roomId, type, message }: Pick<Found, 'roomId' | 'type' | 'message'>): string {
  const query = new URLSearchParams({ c: roomId, ...(message === undefined ? {} : { m: message.id }) });
  return `${chatTypeOf(type).path}?${query}`;
}
