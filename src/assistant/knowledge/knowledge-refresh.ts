import type { KnowledgeReply } from '#domain/assistant/wire/knowledge.ts';
import { type KnowledgeLanguage, type KnowledgeState, lacksChanges } from '#domain/assistant/wire/saved-knowledge.ts';
import { withFreedSpace } from '../../db/free-space.ts';
import { applyKnowledge, knowledgeBasis } from './saved-knowledge.ts';
import type { UserDb } from '../../db/schema.ts';
import { oneAtATime } from '../../sync/one-at-a-time.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Time between two requests of a device for changed entries of the knowledge base, in ms. */
export const knowledgeCheckMs = 600 * SECOND;

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

export interface KnowledgeRefresh {
  /** Asks for changes when the last reply is old, the device has started over, or the user reads another language. */
  whenOld(): Promise<void>;
  /** Asks for changes unless the device has this state, or none yet. */
  upTo(state: KnowledgeState): Promise<void>;
}

/** Keeps the knowledge base on this device up to date. Call `whenOld` whenever the server is reachable. */
export function knowledgeRefresh({ db, now, serverDate, language, ask }: KnowledgeRefreshParts): KnowledgeRefresh {
  let last: { at: number; startedOver: number; language: KnowledgeLanguage } | undefined;
  let wanted: KnowledgeState | undefined;
  let isAgeChecked = false;

  async function refresh(): Promise<void> {
    const checksAge = isAgeChecked;
    isAgeChecked = false;
    // Twice when a change was announced after the server had read its reply.
    for (let asked = 0; asked < 2; asked++) {
      const reads = language();
      const basis = await knowledgeBasis(db, reads);
      const isSame = last?.startedOver === basis.startedOver && last.language === reads;
      const isBehind = wanted !== undefined && lacksChanges(basis, wanted);
      const isRecent = last !== undefined && now() - last.at < knowledgeCheckMs;
      const isOld = checksAge && asked === 0 && !(isSame && isRecent);
      if (!isOld && !isBehind) return;
      const reply = await ask({ stamp: basis.stamp, settings: basis.settings, language: reads });
      const about = { language: reads, at: serverDate() };
      const applied = await withFreedSpace(db, () => applyKnowledge(db, reply, basis, about));
      // A reply to an earlier state is dropped; the next call asks again.
      if (applied) last = { at: now(), startedOver: basis.startedOver, language: reads };
    }
  }

  // A server may lack this route.
  const refreshOnce = oneAtATime(refresh, [404]);
  return {
    whenOld() {
      isAgeChecked = true;
      return refreshOnce();
    },
    async upTo(state) {
      wanted = state;
      const { stamp } = await knowledgeBasis(db, language());
      if (stamp !== undefined || last !== undefined) await refreshOnce();
    },
  };
}
