import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { foldText } from '#domain/ground/folded-text.ts';
import { searchWords } from '#domain/ground/text-search.ts';
import { byLetters, hasAllWords } from '../../../server/database/text-search.ts';
import { freshDatabase } from '../../support/database/cluster.ts';

/** Search and order of texts in the database, beside those of the device. */

const database = await freshDatabase();
afterAll(() => database.close());

async function foldedThere(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select folded(t) as text from unnest(${texts}::text[]) with ordinality as u (t, n) order by n`.execute(database.db);
  return rows.map(({ text }) => text);
}

/** Letters of scripts that people of this industry write in, their marks, and signs of units. */
const alphabet =
  'aAzZäÄßẞéÉåÅøØłŁđĐıIİœŒæÆþÞñçşğŠžőΣσςάΆΩωμµёЁйЙіїґ가힣저항ㄱ金電ガがｶﾞ１ＡａｱﬁǅŉⅣ½²℃Ωʼ’“„–−⁄ ' +
  '\u0301\u0308\u0327\u0345\u3099\u00ad\u200b\u05b7\u064eבּתعربيةनमस्तेไทย\ud83d\ude00';

test('the database folds any text as the device does', async () => {
  const texts = fc.sample(fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), maxLength: 12 }), {
    numRuns: 2_000,
    seed: 39,
  });
  const storable = texts.filter((text) => text.isWellFormed());
  expect(await foldedThere(storable)).toEqual(storable.map(foldText));
});

test('names are in the order of their alphabet, whatever their case and accents', async () => {
  const names = [
    'zeta',
    'Öl',
    'oben',
    'Anna',
    'änne',
    'Özgür',
    'Zeta',
    'ångström',
    'Boris',
    'Ёлка',
    'Егор',
    '나',
    '가',
  ];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as t (name) order by ${byLetters(sql`name`)}`.execute(database.db);
  const there = rows.map(({ name }) => name);
  expect(there).toEqual(names.toSorted(new Intl.Collator('en').compare));
});

async function has(text: string, query: string): Promise<boolean | undefined> {
  const found = await sql<{ has: boolean }>`
    select ${hasAllWords(sql`${text}::text`, searchWords(query))} as has`.execute(database.db);
  return found.rows[0]?.has;
}

test('all words are looked for, and none fits everything', async () => {
  expect(await has('Müller 100% \\ cell_1', 'MULLER 100%')).toBe(true);
  expect(await has('Müller 100% \\ cell_1', 'cell_1 \\')).toBe(true);
  expect(await has('Müller 100 cellX1', 'cell_1')).toBe(false);
  expect(await has('Müller', ' ')).toBe(true);
});
