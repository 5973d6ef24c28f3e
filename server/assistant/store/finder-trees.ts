import { sql } from 'kysely';
import type { TreeVersion } from '#domain/assistant/wire/finder.ts';
import type { FinderTree } from '#domain/assistant/knowledge/finder/tree.ts';
import { asWire } from '../../database/moments.ts';
import { codeOf } from '../../database/outage.ts';
import { type Db, firstValue, hasRow, rowsOf, type Tx } from '../../database/db.ts';

/** Trees of the failure finder: the versions in use, earlier ones, new ones, and those that come with the product. */

/** The version of a tree that is in use. */
export interface TreeInUse {
  version: number;
  tree: FinderTree;
}

const columns = sql`t.version, t.tree, t.note, u.display_name as made_by, ${asWire('t.made_at')} as made_at`;

/** Returns the version in use of each tree, in the order of lists. */
export async function finderTrees(db: Db | Tx): Promise<TreeVersion[]> {
  const rows = await rowsOf<TreeVersion>(db)`
    select distinct on (t.id) ${columns} from finder_trees t left join users u on u.id = t.made_by
     order by t.id, t.version desc`;
  return rows.sort((a, b) => a.tree.rank - b.tree.rank);
}

/** Returns the newest versions of a tree, newest first; none for an unknown one. */
export async function versionsOfTree(db: Db | Tx, id: string, limit: number): Promise<TreeVersion[]> {
  return await rowsOf<TreeVersion>(db)`
    select ${columns} from finder_trees t left join users u on u.id = t.made_by
     where t.id = ${id} order by t.version desc limit ${limit}`;
}

/** Returns how many versions of a tree there are. */
export async function countVersionsOfTree(db: Db, id: string): Promise<number> {
  return (await firstValue<number>(db)`select count(*)::int as count from finder_trees where id = ${id}`) ?? 0;
}

/** Returns the trees in use that were saved after a revision, in the order of lists; all after -1. */
export async function treesAfter(db: Db | Tx, revision: number): Promise<TreeInUse[]> {
  const rows = await rowsOf<TreeInUse>(db)`
    select version, tree from (
      select distinct on (id) id, version, tree, revision from finder_trees order by id, version desc) as newest
     where revision > ${revision}`;
  return rows.sort((a, b) => a.tree.rank - b.tree.rank);
}

/** Returns ids and questions of the entries that trees may cite. */
export async function citableEntries(db: Db | Tx): Promise<[id: string, question: string][]> {
  const rows = await rowsOf<{ id: string; question: string }>(db)`
    select id, question from knowledge where status = 'published' order by length(id), id`;
  return rows.map(({ id, question }) => [id, question]);
}

/**
 * Stores a new version on top of the one with number `replaces`.
 * @returns its number; undefined when that one is not in use any more
 */
export async function addTreeVersion(
  tx: Tx,
  { replaces, tree, note, madeBy }: { replaces: number; tree: FinderTree; note: string; madeBy: string },
): Promise<number | undefined> {
  const [now] = await versionsOfTree(tx, tree.id, 1);
  if (now?.version !== replaces) return undefined;
  try {
    await sql`insert into finder_trees (id, version, tree, note, made_by)
      values (${tree.id}, ${replaces + 1}, ${JSON.stringify(tree)}, ${note}, ${madeBy})`.execute(tx);
  } catch (error) {
    // Another editor has saved between the two statements. The caller must end the transaction.
    if (codeOf(error) === '23505') return undefined;
    throw error;
  }
  return replaces + 1;
}

/** Whether a file with this hash of its content was imported before. */
export async function areTreesImported(db: Db | Tx, hash: string): Promise<boolean> {
  return await hasRow(db)`select from finder_imports where hash = ${hash}`;
}

/**
 * Writes the trees of a file, each content once. A tree that an expert has edited stays as it is.
 * @param hash of the file's content
 * @returns ids of the trees that were written; undefined when this content was imported before
 */
export async function importTrees(tx: Tx, hash: string, trees: readonly FinderTree[]): Promise<string[] | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp finder import', 0))`.execute(tx);
  if (await areTreesImported(tx, hash)) return undefined;
  const rows = await rowsOf<{ id: string }>(tx)`
    insert into finder_trees (id, version, tree, note, imported)
    select e.value ->> 'id', coalesce(newest.version, 0) + 1, e.value, '', true
      from jsonb_array_elements(${JSON.stringify(trees)}::jsonb) as e
      left join lateral (select version, tree, imported from finder_trees t
                          where t.id = e.value ->> 'id' order by version desc limit 1) as newest on true
     where newest.version is null or (newest.imported and newest.tree <> e.value)
    returning id`;
  await sql`insert into finder_imports (hash) values (${hash})`.execute(tx);
  return rows.map(({ id }) => id);
}
