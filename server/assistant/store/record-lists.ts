import { sql } from 'kysely';
import type { ChecksReply, EntriesReply, GroupRow, RecordRow } from '#domain/assistant/wire/records.ts';
import { searchWords } from '#domain/ground/text-search.ts';
import { type ListQuery, type ListTable, readList } from '../../database/list-query.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, rowsOf, type Tx } from '../../database/db.ts';
import { type Page, type Paged, readPage } from '../../database/page.ts';
import { byLetters, hasAllWords } from '../../database/text-search.ts';
import { unanswered } from './question-records.ts';
import { textsBefore, type Understood, understood } from './questions-before.ts';

/** Q&As that a search lists. */
export const foundQnas = 20;

/** Lists of questions, of those without a good answer, and of Q&As that ask for a check. Deleted conversations are left out. */

/**
 * The group of a record `r` without a good answer: that of its decision `g`; open ones in one language are with those that
 * are nearest to the same entry, and stand alone when no entry is near.
 */
const groupOf = sql`case when g.state <> 'open' then g.id::text
  when coalesce(r.entry_id, '') = '' then r.question_id::text else r.language || ':' || r.entry_id end`;

export type RecordFilter = 'fate' | 'language' | 'topic' | 'days' | 'group';
export type GroupFilter = 'state' | 'id';

const recordList: ListTable<RecordFilter, Omit<RecordRow, keyof Understood> & { earlier: string[] }> = {
  from: sql`(select * from question_records where not is_hidden) r
    left join users u on u.id = r.asker left join companies c on c.id = u.company_id
    left join qnas q on q.id = r.entry_id left join question_groups g on g.id = r.group_id`,
  columns: {
    id: { value: sql`r.question_id` },
    text: { value: sql`r.text`, order: byLetters(sql`r.text`), isSorted: true, isSearched: true },
    earlier: { value: textsBefore },
    fate: { value: sql`r.fate` },
    language: { value: sql`r.language` },
    topic: { value: sql`r.chat_type` },
    confidence: { value: sql`r.confidence`, isSorted: true },
    asked_at: { value: asWire('r.asked_at'), order: sql`r.asked_at`, isSorted: true },
    asker: { value: sql`u.display_name`, order: byLetters(sql`u.display_name`), isSorted: true, isSearched: true },
    company: { value: sql`c.name` },
    room_id: { value: sql`r.room_id` },
    entry_id: { value: sql`nullif(r.entry_id, '')` },
    entry: { value: sql`q.question`, isSearched: true },
    rating: { value: sql`r.rating` },
    comment: { value: sql`r.comment`, isSearched: true },
  },
  filters: {
    fate: (values) => sql`r.fate = any(${values}::text[])`,
    language: (values) => sql`r.language = any(${values}::text[])`,
    topic: (values) => sql`r.chat_type = any(${values}::integer[])`,
    days: (values) => sql`r.asked_at > now() - ${Math.max(...values.map(Number))} * interval '1 day'`,
    group: (values) => sql`${unanswered} and ${groupOf} = any(${values}::text[])`,
  },
  tie: sql`r.asked_at desc, r.question_id`,
};

type ReadGroup = Omit<GroupRow, 'examples'> & { examples: { text: string; earlier: string[] }[]; texts: string };

const groupList: ListTable<GroupFilter, ReadGroup> = {
  from: sql`(
    select ${groupOf} as id, coalesce(max(g.state), 'open') as state, max(g.qna_id) as qna_id, count(*)::int as questions,
           (count(distinct r.asker) + count(*) filter (where r.asker is null))::int as askers,
           max(r.asked_at) as last_at, (array_agg(r.question_id order by r.asked_at desc))[1:3] as examples,
           min(r.language) as language, string_agg(r.text, ' ') as texts,
           mode() within group (order by nullif(r.entry_id, '')) as entry_id
      from question_records r left join question_groups g on g.id = r.group_id
     where not r.is_hidden and ${unanswered} group by 1
    ) g left join qnas n on n.id = g.entry_id left join qnas a on a.id = g.qna_id`,
  columns: {
    id: { value: sql`g.id` },
    state: { value: sql`g.state` },
    // All questions of the group are searched.
    examples: {
      value: sql`(select json_agg(json_build_object('text', r.text, 'earlier', ${textsBefore}) order by r.asked_at desc)
        from question_records r where r.question_id = any(g.examples))`,
    },
    language: { value: sql`g.language` },
    texts: { value: sql`g.texts`, isSearched: true },
    questions: { value: sql`g.questions`, isSorted: true },
    askers: { value: sql`g.askers`, isSorted: true },
    last_at: { value: asWire('g.last_at'), order: sql`g.last_at`, isSorted: true },
    entry_id: { value: sql`g.entry_id` },
    entry: { value: sql`n.question`, order: byLetters(sql`n.question`), isSorted: true, isSearched: true },
    qna_id: { value: sql`g.qna_id` },
    qna: { value: sql`a.question` },
  },
  filters: {
    state: (values) => sql`g.state = any(${values}::text[])`,
    id: (values) => sql`g.id = any(${values}::text[])`,
  },
  tie: sql`g.last_at desc, g.id`,
};

export async function readRecords(db: Db, query: ListQuery<RecordFilter>): Promise<Paged<RecordRow>> {
  const found = await readList(db, recordList, query);
  return { ...found, items: found.items.map(({ earlier, ...row }) => ({ ...row, ...understood(row.text, earlier) })) };
}

export async function readGroups(db: Db, query: ListQuery<GroupFilter>): Promise<Paged<GroupRow>> {
  const found = await readList(db, groupList, query);
  return {
    ...found,
    items: found.items.map(({ texts: _searched, examples, ...row }) => ({
      ...row,
      examples: examples.map(({ text, earlier }) => understood(text, earlier).understood),
    })),
  };
}

/** Returns a page of the Q&As that ask for a check, those with most dislikes first. */
export async function readChecks(db: Db, page: Page): Promise<ChecksReply> {
  const list = {
    columns: sql`c.qna_id, q.question, c.dislikes, ${asWire('c.disliked_at')} as disliked_at,
      q.check_by::text as check_by, c.is_old,
      coalesce((select array_agg(n.comment order by n.rated_at desc) from (
        select r.comment, r.rated_at from question_records r
         where r.entry_id = q.id and r.rating = -1 and r.comment is not null and not r.is_hidden
           and r.rated_at > q.updated_at order by r.rated_at desc limit 3) n), '{}') as comments`,
    from: sql`qna_checks`,
    tables: sql`qna_checks c join qnas q on q.id = c.qna_id`,
    order: sql`c.dislikes desc, q.check_by nulls last, c.qna_id`,
  };
  return await readPage(db, list, page);
}

const searched = sql`concat_ws(' ', q.id, q.question, q.alternatives, q.ko ->> 'question', q.ko ->> 'alternatives',
  q.large, q.medium, q.small)`;

/** Returns the Q&As that have all these words in a question or a category, shortest question first. */
export async function findQnas(db: Db | Tx, search: string): Promise<EntriesReply> {
  const rows = await rowsOf<EntriesReply['items'][number] & { total: number }>(db)`
    select q.id, q.question, q.status, concat_ws(' / ', q.large, nullif(q.medium, ''), nullif(q.small, '')) as category,
           count(*) over ()::int as total
      from qnas q
     where ${hasAllWords(searched, searchWords(search))}
     order by length(q.question), q.id limit ${foundQnas}`;
  return { items: rows.map(({ total: _total, ...item }) => item), total: rows[0]?.total ?? 0 };
}
