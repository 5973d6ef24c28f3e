import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { UserDb } from './schema.ts';
export { messagesOf } from './message-views.ts';
export { roomOf, roomsOf, unreadOf } from './room-views.ts';
export { orderOf, ordersOf } from './order-views.ts';
export { waitingCount, waitingOf } from './waiting-view.ts';
export { sideOfMe } from './project-room.ts';

/** Returns the knowledge entries saved on this device, for offline answers. */
export function knowledgeOf(db: UserDb): Promise<KnowledgeEntry[]> {
  return db.transaction('r!', db.knowledge, async () => db.knowledge.toArray());
}
