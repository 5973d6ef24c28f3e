import { limits } from '#domain/limits.ts';
import type { KnowledgeReply } from '#domain/protocol/knowledge.ts';
import type { KnowledgeLanguage } from '#domain/saved-knowledge.ts';
import { withFreedSpace } from '../db/free-space.ts';
import { applyKnowledge, knowledgeBasis } from '../db/saved-knowledge.ts';
import type { UserDb } from '../db/schema.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface KnowledgeRefreshParts {
  db: UserDb;
  /** A monotonic clock in ms. */
  now: () => number;
  /** The server's clock in ms since 1970, for display. */
  serverDate: () => number;
  /** The language the user reads now. */
  language: () => KnowledgeLanguage;
  ask: (asked: {
    stamp: string | undefined;
    settings: number | undefined;
    language: KnowledgeLanguage;
  }) => Promise<KnowledgeReply>;
}

/**
 * Keeps the knowledge base on this device up to date. Call the returned function whenever the server is reachable: it
 * asks for changes when the last reply is old, the device has started over, or the user reads another language.
 */
export function knowledgeRefresh({ db, now, serverDate, language, ask }: KnowledgeRefreshParts): () => Promise<void> {
  let last: { at: number; startedOver: number; language: KnowledgeLanguage } | undefined;

  async function refresh(): Promise<void> {
    const wanted = language();
    const basis = await knowledgeBasis(db, wanted);
    const isSame = last?.startedOver === basis.startedOver && last.language === wanted;
    if (isSame && last !== undefined && now() - last.at < limits.knowledgeCheckMs) return;
    const reply = await ask({ stamp: basis.stamp, settings: basis.settings, language: wanted });
    const about = { language: wanted, at: serverDate() };
    const applied = await withFreedSpace(db, () => applyKnowledge(db, reply, basis, about));
    // A reply to an earlier state is dropped; the next call asks again.
    if (applied) last = { at: now(), startedOver: basis.startedOver, language: wanted };
  }

  // A server may lack this route.
  return oneAtATime(refresh, [404]);
}
