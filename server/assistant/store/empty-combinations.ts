import { sql } from 'kysely';
import type { EmptyCombination } from '#domain/assistant/retrieval/combinations.ts';
import type { EmptyCombinationsReply } from '#domain/assistant/wire/empty-combinations.ts';
import { asWire } from '../../database/moments.ts';
import type { Db } from '../../database/db.ts';
import { type Page, type Paged, readPage } from '../../database/page.ts';

/** Combinations that have no entry in the knowledge base, and how often an answer could not offer them. */

/** Returns the statement that counts each combination once for each time it is given, in an order that all writers share. */
export function countingEmptyCombinations(found: readonly EmptyCombination[]) {
  return sql`insert into empty_combinations as c (entry_id, kind, option, times)
    select "entryId", kind, option, count(*) from json_to_recordset(${JSON.stringify(found)}::json)
        as f ("entryId" text, kind text, option text)
     group by "entryId", kind, option order by "entryId", kind, option
    on conflict (entry_id, kind, option) do update set times = c.times + excluded.times, last_at = now()`;
}

type Row = Omit<EmptyCombinationsReply['items'][number], keyof EmptyCombination> &
  Pick<EmptyCombination, 'kind' | 'option'>;

/** Returns one page, those that were missing most often first. Entries that are not published are left out. */
export async function emptyCombinationsPage(db: Db, page: Page, kinds: string[] | undefined): Promise<Paged<Row>> {
  const list = {
    columns: sql`c.entry_id, k.question as title, k.ko ->> 'question' as title_ko, c.kind, c.option, c.times,
      ${asWire('c.first_at')} as first_at, ${asWire('c.last_at')} as last_at`,
    from: sql`empty_combinations c join knowledge k on k.id = c.entry_id and k.status = 'published'
      where ${kinds ?? null}::text[] is null or c.kind = any(${kinds ?? null}::text[])`,
    order: sql`c.times desc, c.last_at desc, c.entry_id, c.kind, c.option`,
  };
  return await readPage(db, list, page);
}
