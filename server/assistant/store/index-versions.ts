import { sql } from 'kysely';
import type { Figures, HistoryRow } from '#domain/assistant/wire/synchronizes.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, firstRow, firstValue, type Tx } from '../../database/db.ts';
import { type Page, type Paged, readPage } from '../../database/page.ts';
import { activateAll, type ChangeCounts } from './publish.ts';

/** Versions that can be brought back, with the present one; and those that the history lists. */
const keptIndexVersions = 3;
const listedIndexVersions = 300;

/** Versions of what the assistant answers from, see migration 0078. */

/** User who makes a version, and the reason. */
export interface VersionNote {
  by: string | null;
  note: string;
}

/** Returns the number of the newest version; 0 before the first one. */
export async function currentVersion(db: Db | Tx): Promise<number> {
  const value = await firstValue<number>(db)`
    select coalesce(max(number), 0) as number from index_versions`;
  return value ?? 0;
}

/** Returns a page of the versions, newest first. */
export async function versionsPage(db: Db, page: Page): Promise<Paged<Omit<HistoryRow, 'is_current'>>> {
  const list = {
    columns: sql`v.number, ${asWire('v.made_at')} as made_at, u.display_name as made_by, v.why, v.note, v.brings_back,
      v.entries, v.changes, v.figures,
      exists (select from index_version_entries e where e.version = v.number) as is_kept`,
    from: sql`index_versions`,
    tables: sql`index_versions v left join users u on u.id = v.made_by`,
    order: sql`v.number desc`,
  };
  return await readPage(db, list, page);
}

/** Makes the edited Q&As what the assistant answers from. Call `lockVersions` before. @returns the number of the new version */
export async function takeOver(
  tx: Tx,
  { by, note, figures, sets = null }: VersionNote & Pick<NewVersion, 'figures'> & Partial<Pick<NewVersion, 'sets'>>,
): Promise<number> {
  await keepPresent(tx);
  const changes = await activateAll(tx, sql`qnas`);
  return await keepVersion(tx, { by, note, figures, sets, changes, why: 'sync', brings_back: null });
}

/**
 * Makes the entries of an earlier version what the assistant answers from. Call `lockVersions` before.
 * @returns the number of the new version; undefined when the entries of the earlier one are not kept any more
 */
export async function bringBack(tx: Tx, version: number, { by, note }: VersionNote): Promise<number | undefined> {
  await keepPresent(tx, version);
  const kept = await sql`select from index_version_entries where version = ${version} limit 1`.execute(tx);
  if (kept.rows.length === 0) return undefined;
  // An entry that was stopped or deleted because it is wrong does not come back with an earlier version.
  const entries = sql`(select q.* from index_version_entries e
    left join lateral (
      select v.content is null as deleted from qna_versions v
       where v.qna_id = e.entry_id and (v.change in ('stop', 'delete') or (v.change = 'undo' and v.content is null))
         and not exists (select from qna_versions l where l.qna_id = v.qna_id and l.version > v.version
                            and l.content ->> 'status' = 'published')
       order by v.version desc limit 1) ended on true
    cross join lateral jsonb_populate_record(
      null::knowledge, e.content || case when ended.deleted is null then '{}' else '{"status": "needs_check"}'::jsonb end) q
    where e.version = ${version} and ended.deleted is not true)`;
  const changes = await activateAll(tx, entries);
  return await keepVersion(tx, { by, note, figures: null, sets: null, changes, why: 'rollback', brings_back: version });
}

/** Waits for other changes of the index, until the end of the transaction. */
export async function lockVersions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp index versions', 0))`.execute(tx);
}

/** Keeps the present entries as a version of their own, unless the newest version has just these. */
async function keepPresent(tx: Tx, spared?: number): Promise<void> {
  const newest = await currentVersion(tx);
  const row = await firstRow<ChangeCounts>(tx)`
    select count(*) filter (where e.version is null)::int as created,
           count(*) filter (where k.id is not null and e.version is not null)::int as changed,
           count(*) filter (where k.id is null)::int as deleted
      from knowledge k full join (select * from index_version_entries where version = ${newest}) e on e.entry_id = k.id
     where to_jsonb(k) - 'revision' is distinct from e.content`;
  const changes = row ?? { created: 0, changed: 0, deleted: 0 };
  if (changes.created + changes.changed + changes.deleted === 0) return;
  const about = { by: null, note: '', figures: null, sets: null, changes, why: 'found', brings_back: null } as const;
  await keepVersion(tx, about, spared);
}

type NewVersion = Pick<HistoryRow, 'why' | 'note' | 'brings_back' | 'changes' | 'figures'> &
  VersionNote & {
    /** Figures of each set of questions with it. */
    sets: { name: string; figures: Figures }[] | null;
  };

/** @param spared a version whose entries stay in any case */
async function keepVersion(tx: Tx, made: NewVersion, spared = 0): Promise<number> {
  const number = (await currentVersion(tx)) + 1;
  const figures = made.figures === null ? null : JSON.stringify(made.figures);
  const sets = made.sets === null ? null : JSON.stringify(made.sets);
  await sql`insert into index_versions (number, made_by, why, note, brings_back, entries, changes, figures, sets)
    select ${number}, ${made.by}, ${made.why}, ${made.note}, ${made.brings_back}, count(*),
           ${JSON.stringify(made.changes)}::jsonb, ${figures}::jsonb, ${sets}::jsonb
      from knowledge`.execute(tx);
  await sql`insert into index_version_entries (version, entry_id, content)
    select ${number}, id, to_jsonb(k) - 'revision' from knowledge k`.execute(tx);
  await sql`delete from index_version_entries
    where version <= ${number - keptIndexVersions} and version <> ${spared}`.execute(tx);
  await sql`delete from index_versions where number <= ${number - listedIndexVersions}`.execute(tx);
  return number;
}
