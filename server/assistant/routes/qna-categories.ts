import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../spine/routes/deps.ts';
import { previewRename, renameCategory, undoRename } from '../knowledge/category-changes.ts';
import { newestChanges, readTree } from '../store/category-changes.ts';
import { serving } from '../../http/serve-routes.ts';
import { routesOfCategories } from '#domain/assistant/wire/categories.ts';

/** Changes that are listed to be undone. */
const listedCategoryChanges = 10;

/** The tree of categories, and changes of their names. */
export function qnaCategoryRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const serve = serving(app, routesOfCategories);

  serve('GET /qnas/category_tree', async () => {
    const [items, changes] = await Promise.all([readTree(db), newestChanges(db, listedCategoryChanges)]);
    const sum = (of: 'qnas' | 'published' | 'needs_check'): number =>
      items.reduce((total, node) => total + (node.path.length === 1 ? node[of] : 0), 0);
    return { items, changes, qnas: sum('qnas'), published: sum('published'), needs_check: sum('needs_check') };
  });

  serve('POST /qnas/category_changes/preview', ({ body }) => previewRename(db, body));

  serve('POST /qnas/category_changes', async ({ tx, body, session }) => {
    const made = await renameCategory(tx, { ...body, id: randomUUID(), by: session.user.id });
    return made;
  });

  serve('POST /qnas/category_changes/:id/undo', ({ tx, params: { id }, session }) =>
    undoRename(tx, id, session.user.id),
  );
}
