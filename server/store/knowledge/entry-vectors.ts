import { sql } from 'kysely';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db } from '../system/db.ts';

/** Vectors of texts by an embedding model, see migration 0079. */

/** Returns the stored vectors by the hash of their text. */
export async function readVectors(
  db: Db,
  model: string,
  hashes: readonly string[],
): Promise<Map<string, Float32Array>> {
  const { rows } = await sql<{ hash: string; vector: Buffer }>`
    select text_hash as hash, vector from entry_vectors where model = ${model} and text_hash = any(${hashes})`.execute(
    db,
  );
  return new Map(rows.map(({ hash, vector }) => [hash, floatsOf(vector)]));
}

/** Stores vectors. */
export async function storeVectors(db: Db, model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
  const bytes = [...vectors.values()].map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
  await sql`insert into entry_vectors (model, text_hash, vector)
    select ${model}, hash, vector from unnest(${[...vectors.keys()]}::text[], ${bytes}::bytea[]) as v (hash, vector)
    on conflict (model, text_hash) do nothing`.execute(db);
}

/** Notes which texts are still needed, and forgets the vectors of those that have long not been. */
export async function keepVectors(db: Db, model: string, hashes: readonly string[]): Promise<void> {
  await sql`update entry_vectors set used_at = now() where model = ${model} and text_hash = any(${hashes})`.execute(db);
  await sql`delete from entry_vectors
    where used_at < now() - ${serverLimits.unusedVectorDays} * interval '1 day'`.execute(db);
}

/** Returns a copy: the bytes of a row may begin anywhere in the buffer of a reply. */
function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
