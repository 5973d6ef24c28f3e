import type { NumberedTree } from '#domain/assistant/knowledge/finder/tree.ts';
import type { KnowledgeReply } from '#domain/assistant/wire/knowledge.ts';
import { finderPrefix, readMeta, storeMeta } from '../../db/meta.ts';
import type { UserDb } from '../../db/schema.ts';

/** The trees of the failure finder on this device: values of `meta`, each under its id. */

/** Returns all trees, in the order of lists. */
export async function finderTreesOf(db: UserDb): Promise<NumberedTree[]> {
  const trees = await db.transaction('r!', db.meta, () => rowsOf(db).toArray());
  return trees.map(({ value }) => value as NumberedTree).sort((a, b) => a.rank - b.rank);
}

/** Returns id and title of the tree for answers from an entry; undefined when there is none. */
export async function treeForEntry(db: UserDb, entryId: string) {
  const links = await db.transaction('r!', db.meta, async () => readMeta(db, 'finderLinks'));
  return links?.[entryId];
}

/** Stores the trees of a reply. Call inside a transaction over `meta`. */
export async function applyTrees(db: UserDb, { whole, trees = [] }: KnowledgeReply): Promise<void> {
  if (whole) await rowsOf(db).delete();
  await db.meta.bulkPut(
    trees.map(({ version, tree }) => ({ key: finderPrefix + tree.id, value: { ...tree, version } })),
  );
  if (!whole && trees.length === 0) return;
  const all = (await rowsOf(db).toArray()).map(({ value }) => value as NumberedTree);
  const links = all.flatMap(({ id, title, answers }) => answers.map((entry) => [entry, { tree: id, title }] as const));
  await storeMeta(db, 'finderLinks', Object.fromEntries(links));
}

function rowsOf(db: UserDb) {
  return db.meta.where('key').startsWith(finderPrefix);
}
