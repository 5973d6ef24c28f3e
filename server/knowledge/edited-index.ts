import { buildIndex, type RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import type { RetrievalSettings } from '#domain/retrieval/settings.ts';
import { editedStamp } from '../store/knowledge/differences.ts';
import { allKnowledge } from '../store/knowledge/entries.ts';
import type { Db } from '../store/system/db.ts';

/** Returns the index of the Q&As as they are edited, built again only when one has changed. */
export function editedIndex(db: Db): (settings: RetrievalSettings) => Promise<RetrievalIndex> {
  let built: { stamp: string; index: RetrievalIndex } | undefined;
  return async (settings) => {
    const stamp = await editedStamp(db);
    if (built?.stamp !== stamp || built.index.settings !== settings) {
      built = { stamp, index: buildIndex(await allKnowledge(db, 'qnas'), settings) };
    }
    return built.index;
  };
}
