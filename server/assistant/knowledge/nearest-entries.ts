import { setImmediate as nextTurn } from 'node:timers/promises';
import { contextOf } from '#domain/assistant/retrieval/context.ts';
import { leansOn } from '#domain/assistant/retrieval/follow-up.ts';
import { nearTo } from '#domain/assistant/retrieval/near.ts';
import type { RetrievalIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { retrievalSettings } from '#domain/assistant/retrieval/thresholds.ts';
import { keepNearest, questionsWithoutEntry } from '../store/question-records.ts';
import type { Db } from '../../database/db.ts';

/** Questions whose nearest entry is found at once, when the list of those without a good answer is opened. */
const nearestAtOnce = 200;

/** Minimum likeness of an entry that a question is listed under. */
const leastLikeness = 0.3;

/** Finds the nearest entry of questions for which the assistant found none. Other requests run in between. */
export async function findNearestEntries(db: Db, index: RetrievalIndex): Promise<void> {
  for (const { id, text, earlier } of await questionsWithoutEntry(db, nearestAtOnce)) {
    const leans = leansOn(text, earlier, retrievalSettings.maxChars);
    const previous = contextOf(leans.map((before) => ({ text: before, category: '' })));
    const [near] = nearTo(index, previous === undefined ? { text } : { text, previous }, leastLikeness);
    await keepNearest(db, id, near?.entry.id);
    await nextTurn();
  }
}
