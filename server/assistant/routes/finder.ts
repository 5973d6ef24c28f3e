import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { problemsWithTree } from '#domain/assistant/knowledge/finder/check.ts';
import { routesOfFinder } from '#domain/assistant/wire/finder.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { pageOf } from '../../http/paged.ts';
import {
  addTreeVersion,
  citableEntries,
  finderTrees,
  countVersionsOfTree,
  versionsOfTree,
} from '../store/finder-trees.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRowsMost } from '#domain/ground/page-rows.ts';

/** Maximum number of versions of a tree of the failure finder that are listed: the newest. */
export const finderVersions = 50;

/** The failure finder's trees for experts who edit them. Devices get them with the knowledge base. */
export function finderRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const serve = serving(app, routesOfFinder);

  serve('GET /admin-api/finder_trees', async ({ query }) => pageOf(await finderTrees(db), query, pageRowsMost));

  serve('GET /admin-api/finder_trees/:id/versions', async ({ params: { id } }) => {
    const rows = await versionsOfTree(db, id, finderVersions);
    if (rows.length === 0) throw new Refusal('NOT_FOUND');
    return {
      items: rows,
      total: await countVersionsOfTree(db, id),
      entries: await citableEntries(db),
    };
  });

  serve('POST /admin-api/finder_trees/:id', async ({ tx, params: { id }, body: { replaces, tree, note }, session }) => {
    const [now] = await versionsOfTree(tx, id, 1);
    if (now === undefined) throw new Refusal('NOT_FOUND');
    if (now.version !== replaces) throw new Refusal('STALE', now);
    if (tree.id !== id) throw new Refusal('INVALID', [{ path: 'id', code: 'ID' }]);
    const entries = new Set((await citableEntries(tx)).map(([entry]) => entry));
    const problems = problemsWithTree(tree, entries);
    if (problems.length > 0) throw new Refusal('INVALID', problems);
    const version = await addTreeVersion(tx, { replaces, tree, note, madeBy: session.user.id });
    // Another editor has saved meanwhile: it is read outside of the transaction, which has failed.
    if (version === undefined) throw new Refusal('STALE', (await versionsOfTree(db, id, 1))[0]);
    return { version };
  });
}
