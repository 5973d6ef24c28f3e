import { type RawBuilder, sql } from 'kysely';

/** Search and order of texts in the database, the same whatever its locale (migration 0090-folded-text). */

/**
 * The condition that a text has all of these words, also inside other words; none: true.
 * @param words folded, from `searchWords` of domain/ground/text-search.ts
 */
export function hasAllWords(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  return sql`folded(${text}) collate "C" like all(${patterns}::text[])`;
}

/**
 * Returns the sort key of a list of texts: the alphabet of each script, small before large where nothing else differs.
 */
export function byLetters(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${text} collate "und-x-icu"`;
}
