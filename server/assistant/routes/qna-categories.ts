import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import {
  categoryChangeParams,
  categoryPreviewReply,
  categoryTreeReply,
  changeCategoryBody,
  changeCategoryReply,
  renameCategoryBody,
  undoCategoryReply,
} from '#domain/assistant/wire/categories.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { previewRename, renameCategory, undoRename } from '../knowledge/category-changes.ts';
import { newestChanges, readTree } from '../store/category-changes.ts';

/** Changes that are listed to be undone. */
const listedCategoryChanges = 10;

/** The tree of categories, and changes of their names. */
export function qnaCategoryRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/qnas/category_tree', { schema: { response: { 200: categoryTreeReply } } }, async () => {
    const [items, changes] = await Promise.all([readTree(db), newestChanges(db, listedCategoryChanges)]);
    const sum = (of: 'qnas' | 'published' | 'needs_check'): number =>
      items.reduce((total, node) => total + (node.path.length === 1 ? node[of] : 0), 0);
    return { items, changes, qnas: sum('qnas'), published: sum('published'), needs_check: sum('needs_check') };
  });

  routes.post(
    '/qnas/category_changes/preview',
    { schema: { body: renameCategoryBody, response: { 200: categoryPreviewReply } } },
    ({ body }) => previewRename(db, body),
  );

  routes.post(
    '/qnas/category_changes',
    { config: keyed, schema: { body: changeCategoryBody, response: { 201: changeCategoryReply } } },
    async ({ tx, body, session }, reply) => {
      const made = await renameCategory(tx, { ...body, id: randomUUID(), by: session.user.id });
      reply.code(201);
      return made;
    },
  );

  routes.post(
    '/qnas/category_changes/:id/undo',
    { config: keyed, schema: { params: categoryChangeParams, response: { 200: undoCategoryReply } } },
    ({ tx, params: { id }, session }) => undoRename(tx, id, session.user.id),
  );
}
