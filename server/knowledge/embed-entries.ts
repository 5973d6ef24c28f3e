import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { ModelSettings } from '../config.ts';
import type { Log } from '../log.ts';
import { vectorsFrom } from '../model/embeddings.ts';
import { keepVectors, readVectors, storeVectors } from '../store/knowledge/entry-vectors.ts';
import type { Db } from '../store/system/db.ts';
import { hashOfText, textsToEmbed } from './entry-texts.ts';

/** What a sync has made: numbers of texts whose vector was made, and that have none. */
export interface Embedded {
  made: number;
  missing: number;
}

/**
 * Makes the vectors of published entries whose text has none, in batches and for a limited time. What is missing then,
 * because the endpoint failed or was slow, the next sync makes; a sync goes on without.
 * @param goesOn asked before each batch
 */
export async function embedEntries(
  { db, log, embedding }: { db: Db; log: Log; embedding: ModelSettings },
  entries: readonly KnowledgeEntry[],
  goesOn: () => Promise<boolean>,
): Promise<Embedded> {
  const published = entries.filter(({ status }) => status === 'published');
  const texts = new Map(published.flatMap(textsToEmbed).map((text) => [hashOfText(text), text]));
  const stored = await readVectors(db, embedding.name, [...texts.keys()]);
  const missing = [...texts].filter(([hash]) => !stored.has(hash));
  const end = AbortSignal.timeout(serverLimits.embeddingSyncMs);
  let made = 0;
  try {
    while (made < missing.length && !end.aborted && (await goesOn())) {
      const batch = missing.slice(made, made + serverLimits.embeddingBatch);
      const vectors = await vectorsFrom(
        embedding,
        batch.map(([, text]) => text),
        end,
      );
      await storeVectors(
        db,
        embedding.name,
        new Map(batch.map(([hash], i) => [hash, vectors[i] ?? new Float32Array()])),
      );
      made += batch.length;
    }
  } catch (error) {
    log.warn({ err: error, made, missing: missing.length - made }, 'a sync goes on without some vectors of entries');
  }
  await keepVectors(db, embedding.name, [...texts.keys()]);
  return { made, missing: missing.length - made };
}
