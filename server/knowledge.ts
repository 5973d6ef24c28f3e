import { buildIndex, type RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import { allKnowledge } from './store/knowledge.ts';
import type { Db } from './store/database.ts';

/** The knowledge base, ready to be searched. */
export interface Knowledge {
  index: () => RetrievalIndex;
  /** Reads it anew, after it was changed. */
  reload(): Promise<void>;
}

export async function loadKnowledge(db: Db): Promise<Knowledge> {
  let index = buildIndex(await allKnowledge(db));
  return {
    index: () => index,
    async reload() {
      index = buildIndex(await allKnowledge(db));
    },
  };
}
