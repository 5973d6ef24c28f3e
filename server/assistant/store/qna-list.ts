import { sql } from 'kysely';
import type { QnaCategoriesReply } from '#domain/assistant/wire/qnas.ts';
import { saysTheSame } from './publish.ts';
import { type Db, rowsOf } from '../../database/db.ts';
import type { Paged } from '../../database/page.ts';
import { type ListQuery, type ListTable, readList } from '../../database/list-query.ts';
import { byLetters } from '../../database/text-search.ts';
import { type Qna, readQnas } from './qnas.ts';

/** The experts' list of Q&As. */

export type QnaFilter = 'category' | 'status' | 'check_due' | 'without_korean' | 'unsynced' | 'ids';

/** Columns by which the list is searched and sorted; the Q&As themselves are read by their ids. */
interface FoundRow {
  id: string;
  question: string;
  answer: string;
  alternatives: string;
  korean: string | null;
  category: string;
  status: string;
  check_by: string | null;
  updated_at: string;
}

const qnaList: ListTable<QnaFilter, FoundRow> = {
  from: sql`qnas q left join knowledge k on k.id = q.id`,
  columns: {
    // Ids are numbers as text: 9 is before 10.
    id: { value: sql`q.id`, order: sql`lpad(q.id, 40, ' ')`, isSorted: true },
    question: { value: sql`q.question`, order: byLetters(sql`q.question`), isSorted: true, isSearched: true },
    answer: { value: sql`q.answer`, isSearched: true },
    alternatives: { value: sql`q.alternatives::text`, isSearched: true },
    korean: { value: sql`concat_ws(' ', q.ko ->> 'question', q.ko ->> 'answer')`, isSearched: true },
    category: {
      value: sql`concat_ws('/', q.large, q.medium, q.small)`,
      order: byLetters(sql`concat_ws('/', q.large, q.medium, q.small)`),
      isSorted: true,
    },
    status: { value: sql`q.status`, isSorted: true },
    check_by: { value: sql`q.check_by::text`, isSorted: true },
    updated_at: { value: sql`q.updated_at`, isSorted: true },
  },
  filters: {
    category: (paths) => sql.join(paths.map(inCategory), sql` or `),
    status: (values) => sql`q.status = any(${values}::text[])`,
    check_due: () => sql`q.check_by <= (now() at time zone 'utc')::date`,
    without_korean: () => sql`q.ko is null`,
    unsynced: () => sql`not ${saysTheSame}`,
    ids: (values) => sql`q.id = any(${values}::text[])`,
  },
  tie: sql`lpad(q.id, 40, ' ')`,
};

/** @param path names of a large category and the ones in it, separated by slashes, each percent-encoded */
function inCategory(path: string) {
  const [large, medium, small] = path.split('/').map(decoded);
  return sql`(q.large = ${large} and (${medium ?? null}::text is null or q.medium = ${medium ?? null})
    and (${small ?? null}::text is null or q.small = ${small ?? null}))`;
}

/** A text that is not encoded as it should be is the name itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the Q&As that fit, and how many there are in all. */
export async function readQnaList(db: Db, query: ListQuery<QnaFilter>): Promise<Paged<Qna>> {
  const found = await readList(db, qnaList, query);
  const ids = found.items.map(({ id }) => id);
  const qnas = new Map((await readQnas(db, ids)).map((qna) => [qna.id, qna]));
  // One that was deleted between the two reads is left out.
  return { ...found, items: ids.flatMap((id) => qnas.get(id) ?? []) };
}

/** Returns the categories that Q&As have, by name, each with the ones in it. */
export async function readCategories(db: Db): Promise<QnaCategoriesReply> {
  const rows = await rowsOf<{ large: string; medium: string; small: string }>(db)`
    select large, medium, small from qnas group by large, medium, small
     order by ${byLetters(sql`large`)}, ${byLetters(sql`medium`)}, ${byLetters(sql`small`)}`;
  const larges = new Map<string, Map<string, string[]>>();
  for (const { large, medium, small } of rows) {
    const mediums = larges.get(large) ?? new Map<string, string[]>();
    larges.set(large, mediums);
    if (medium === '') continue;
    const smalls = mediums.get(medium) ?? [];
    mediums.set(medium, smalls);
    if (small !== '') smalls.push(small);
  }
  const large = [...larges].map(([name, mediums]) => ({
    name,
    medium: [...mediums].map(([medium, small]) => ({ name: medium, small })),
  }));
  return { large };
}
