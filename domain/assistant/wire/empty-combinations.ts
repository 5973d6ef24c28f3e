import { Type, type Static } from 'typebox';
import { listOf, nullable, page, several, text, when } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Wire format of the list of combinations that have no entry in the knowledge base. */

const emptyCombinationsQuery = Type.Object({
  ...page,
  kind: Type.Optional(several('chemistry|format|temperature')),
});

const emptyCombinationsReply = listOf(
  Type.Object({
    entry_id: text,
    title: text,
    title_ko: nullable(text),
    kind: text,
    /** Names of the chemistry, format or temperature that has no entry. */
    option: Type.Object({ en: text, ko: text }),
    /** Number of answers that could not offer it. */
    times: Type.Integer(),
    first_at: when,
    last_at: when,
  }),
);

export type EmptyCombinationsReply = Static<typeof emptyCombinationsReply>;

export const routesOfEmptyCombinations = {
  'GET /admin-api/empty_combinations': {
    querystring: emptyCombinationsQuery,
    response: { 200: emptyCombinationsReply },
  },
} satisfies RouteTable;
