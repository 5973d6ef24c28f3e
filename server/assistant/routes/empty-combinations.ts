import type { FastifyInstance } from 'fastify';
import { namesOfOption } from '#domain/assistant/retrieval/combinations.ts';
import { routesOfEmptyCombinations } from '#domain/assistant/wire/empty-combinations.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { emptyCombinationsPage } from '../store/empty-combinations.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Registers the list of what the knowledge base lacks, for its authors. */
export function emptyCombinationRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  serving(app, routesOfEmptyCombinations)(
    'GET /admin-api/empty_combinations',
    async ({ query: { page = 1, limit = pageRows, kind } }) => {
      const found = await emptyCombinationsPage(db, { page, limit }, kind?.split(','));
      return {
        ...found,
        items: found.items.map((row) => ({ ...row, option: namesOfOption(row.kind, row.option) })),
      };
    },
  );
}
