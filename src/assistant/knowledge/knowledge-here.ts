import type { UserDb } from '../../db/schema.ts';
import { noteFault } from '../../db/synclog.ts';
import type { Api } from '../../net/http.ts';
import { knowledgeSince } from '../../net/sync.ts';
import { followKnowledgeHints, type KnowledgeChange } from './knowledge-hints.ts';
import { knowledgeRefresh } from './knowledge-refresh.ts';
import type { World } from '../../sync/world.ts';
import { languageOfPage } from './answers-from-saved.ts';

/** Keeps the knowledge base on this device up to date: at each hint of the server, and when it may be old. */
export function keepKnowledge({
  db,
  api,
  world,
  signal,
}: {
  db: UserDb;
  api: Api;
  world: Pick<World, 'now' | 'serverDate'>;
  signal: AbortSignal;
}): { hinted: (change: KnowledgeChange) => void; whenOld: () => void } {
  const noteFailure = (error: unknown): void => noteFault(db, 'knowledge', error);
  const refresh = knowledgeRefresh({
    db,
    now: () => world.now(),
    serverDate: () => world.serverDate() ?? Date.now(),
    language: languageOfPage,
    ask: (asked) => knowledgeSince(api, asked),
  });
  const { hinted, shown } = followKnowledgeHints({
    upTo: (state) => refresh.upTo(state).catch(noteFailure),
    isVisible: () => document.visibilityState === 'visible',
    later(fn, ms) {
      const timer = setTimeout(fn, ms);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    },
    random: Math.random,
  });
  document.addEventListener('visibilitychange', shown, { signal });
  return { hinted, whenOld: () => void refresh.whenOld().catch(noteFailure) };
}
