import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { Retrieval, RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import { cutText } from '#domain/text.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { EmbeddingSettings } from '../config.ts';
import type { Log } from '../log.ts';
import { vectorsFrom } from '../model/embeddings.ts';
import { readVectors } from '../store/knowledge/entry-vectors.ts';
import type { Db } from '../store/system/db.ts';
import { hashOfText, textsToEmbed } from './entry-texts.ts';

/** Finds entries by the meaning of a question, for the suggestions under a question that has no sure answer. */

/** Adds the nearest entries to what was found for questions, within a deadline; without a reply in time, nothing. */
export type AddNear = (questions: readonly { text: string; found: Retrieval }[]) => Promise<void>;

interface EntryVector {
  entry: KnowledgeEntry;
  vector: Float32Array;
}

/** Opens the search by meaning over the entries that the assistant answers from. */
export function openNearEntries({
  db,
  log,
  embedding,
  index,
}: {
  db: Db;
  log: Log;
  embedding: EmbeddingSettings;
  index: () => RetrievalIndex;
}): AddNear {
  // The vectors of an index, read when it is first searched.
  const read = new WeakMap<RetrievalIndex, Promise<EntryVector[]>>();
  let failedAt = -Infinity;

  function vectorsOf(searched: RetrievalIndex): Promise<EntryVector[]> {
    const known = read.get(searched) ?? readAll(db, embedding.name, searched);
    read.set(searched, known);
    known.catch(() => read.delete(searched));
    return known;
  }

  async function add(asked: readonly { text: string; found: Retrieval }[], signal: AbortSignal): Promise<void> {
    const entries = await vectorsOf(index());
    if (entries.length === 0 || signal.aborted) return;
    const vectors = await vectorsFrom(
      embedding,
      asked.map(({ text }) => cutText(text, serverLimits.embeddedChars)),
      signal,
    );
    for (const [i, { found }] of asked.entries()) {
      const vector = vectors[i];
      if (vector !== undefined) found.near = nearest(entries, vector, embedding.suggestAt);
    }
  }

  return async (questions) => {
    const asked = questions.filter(({ found }) => lacksAnswer(found)).slice(0, serverLimits.embeddedQuestions);
    // After a failure, questions do not wait for the endpoint again for a while.
    if (asked.length === 0 || performance.now() - failedAt < serverLimits.embeddingPauseMs) return;
    const signal = AbortSignal.timeout(serverLimits.embeddingWaitMs);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('embeddings: no reply in time')), { once: true });
    });
    const adding = add(asked, signal);
    await Promise.race([adding, late]).catch((error: unknown) => {
      failedAt = performance.now();
      log.warn({ err: error }, 'questions get no suggestions by their meaning for a while');
    });
    adding.catch(() => undefined);
    late.catch(() => undefined);
  };
}

/** Whether a question may get suggestions by its meaning: there is neither an answer nor a fixed reply. */
function lacksAnswer({ band, card, computed, smallTalk, foreign }: Retrieval): boolean {
  return (
    band !== 'answer' &&
    card === undefined &&
    computed === undefined &&
    smallTalk === undefined &&
    foreign !== 'unclear'
  );
}

/** Returns the entries whose nearest text has at least this cosine, nearest first. */
function nearest(entries: readonly EntryVector[], vector: Float32Array, atLeast: number): KnowledgeEntry[] {
  const best = new Map<KnowledgeEntry, number>();
  for (const { entry, vector: other } of entries) {
    const cosine = cosineOf(vector, other);
    if (cosine >= atLeast && cosine > (best.get(entry) ?? 0)) best.set(entry, cosine);
  }
  return [...best]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, serverLimits.nearEntries)
    .map(([entry]) => entry);
}

/** Of vectors of length one. Those of another model are not alike. */
function cosineOf(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

async function readAll(db: Db, model: string, { entries }: RetrievalIndex): Promise<EntryVector[]> {
  const texts = entries.flatMap((entry) => textsToEmbed(entry).map((text) => ({ entry, hash: hashOfText(text) })));
  const vectors = await readVectors(
    db,
    model,
    texts.map(({ hash }) => hash),
  );
  return texts.flatMap(({ entry, hash }) => {
    const vector = vectors.get(hash);
    return vector === undefined ? [] : [{ entry, vector }];
  });
}
