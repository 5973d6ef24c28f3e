import type { FastifyInstance } from 'fastify';
import { namesOfOption } from '#domain/assistant/retrieval/combinations.ts';
import { routesOfEmptyCombinations } from '#domain/assistant/wire/empty-combinations.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { emptyCombinationsPage } from '../store/empty-combinations.ts';
import { serving } from '../../http/serve-routes.ts';

/** What the knowledge base lacks, for those who write it. */
export function emptyCombinationRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  serving(app, routesOfEmptyCombinations)(
    'GET /admin-api/empty_combinations',
    async ({ query: { page = 1, limit = 50, kind } }) => {
      const { items, total } = await emptyCombinationsPage(db, { page, limit, kinds: kind?.split(',') });
      const shown = items.map(({ entryId, titleKo, option, firstAt, lastAt, ...row }) => ({
        ...row,
        entry_id: entryId,
        title_ko: titleKo,
        option: namesOfOption(row.kind, option),
        first_at: firstAt,
        last_at: lastAt,
      }));
      return { items: shown, total, page, limit };
    },
  );
}
