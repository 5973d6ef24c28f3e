import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Value } from 'typebox/value';
import { Type } from 'typebox';
import { problemsWithTree } from '#domain/assistant/knowledge/finder/check.ts';
import type { FinderTree } from '#domain/assistant/knowledge/finder/tree.ts';
import { finderTree } from '#domain/assistant/wire/finder.ts';
import { areTreesImported, importTrees } from '../store/finder-trees.ts';
import type { Db } from '../../database/db.ts';

/** The trees of the failure finder that come with the product. */
export const ownTrees = new URL('finder-trees.json', import.meta.url);

/**
 * Imports a file of trees, once for each content. A tree that an expert has edited stays as it is.
 * @returns ids of the trees that were written; undefined when this content was imported before
 * @throws an error that names the first thing that is wrong; nothing is imported then
 */
export async function importFinder(db: Db, file: string | URL = ownTrees): Promise<string[] | undefined> {
  const text = await readFile(file, 'utf8');
  const hash = createHash('sha256').update(text).digest('hex');
  // Every start but the first ends here.
  if (await areTreesImported(db, hash)) return undefined;
  return await db.transaction().execute((tx) => importTrees(tx, hash, parseTrees(text, file)));
}

/**
 * Returns the trees of a file's content: JSON, a list of trees.
 * @param file its name, for errors
 * @throws an error that names the first thing that is wrong
 */
export function parseTrees(json: string, file: string | URL): FinderTree[] {
  const trees: unknown = JSON.parse(json);
  const list = Type.Array(finderTree);
  if (!Value.Check(list, trees)) {
    const [problem] = Value.Errors(list, trees);
    throw new Error(`${String(file)}${problem?.instancePath ?? ''}: ${problem?.message ?? 'is wrong'}`);
  }
  for (const tree of trees) {
    const [problem] = problemsWithTree(tree);
    if (problem !== undefined) throw new Error(`${String(file)}: ${tree.id}: ${problem.path}: ${problem.code}`);
  }
  return trees;
}
