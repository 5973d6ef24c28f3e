import { Type, type Static } from 'typebox';
import type { FinderTree } from '../knowledge/finder/tree.ts';
import { int4, listOf, nullable, oneOf, page, text, when } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Wire format of the failure finder's trees. The rules of a whole tree are in `domain/assistant/knowledge/finder/check.ts`. */

const someText = Type.String({ maxLength: 2000 });
const words = Type.Object({ en: someText, ko: someText });
const rowId = Type.String({ maxLength: 60 });
const entryIds = Type.Array(Type.String({ maxLength: 60 }), { maxItems: 60 });

const choice = Type.Object({ says: words, means: words, next: rowId });

const step = Type.Object({
  id: rowId,
  question: words,
  reason: words,
  measurement: Type.Optional(
    Type.Object({ how: words, hours: Type.Number(), cost: oneOf('none', 'low', 'medium', 'high') }),
  ),
  choices: Type.Array(choice, { maxItems: 10 }),
});

const namedTest = Type.Object({
  type: oneOf('RPT', 'Cycle', 'Pulse', 'Rate', 'Calendar', 'Safety'),
  safetyTest: Type.Optional(oneOf('Thermal Abuse', 'Overcharge', 'Nail Penetration', 'Crush')),
  temperature_C: Type.Optional(Type.Number({ minimum: -60, maximum: 150 })),
  cycles: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  why: words,
});

const finding = Type.Object({
  id: rowId,
  title: words,
  causes: Type.Array(Type.Object({ name: words, reason: words, entries: entryIds }), { maxItems: 10 }),
  todo: words,
  test: Type.Optional(namedTest),
});

const treeId = Type.String({ pattern: '^[a-z0-9-]{1,40}$' });

export const finderTree = Type.Object({
  id: treeId,
  rank: Type.Integer({ minimum: 0, maximum: 1000 }),
  title: words,
  about: words,
  safety: Type.Optional(words),
  answers: entryIds,
  steps: Type.Array(step, { maxItems: 60 }),
  findings: Type.Array(finding, { maxItems: 60 }),
});

/** A tree on its way to devices. */
export const treeInUse = Type.Object({ version: Type.Integer(), tree: finderTree });

const finderParams = Type.Object({ id: treeId });

/** A version as staff see it. */
const treeVersion = Type.Object({
  version: Type.Integer(),
  tree: finderTree,
  /** Description of the change and its reason; empty for trees that came with the product. */
  note: text,
  made_by: nullable(text),
  made_at: when,
});
export type TreeVersion = Static<typeof treeVersion> & { tree: FinderTree };

/** The newest version of each tree, in the order of lists. */
const finderTreesQuery = Type.Object(page);
const finderTreesReply = listOf(treeVersion);

/** The newest versions of one tree, newest first, and the entries that its rows may cite. */
const treeVersionsReply = Type.Object({
  /** The newest versions, newest first. */
  items: Type.Array(treeVersion),
  total: Type.Integer(),
  /** Published entries: id and question. */
  entries: Type.Array(Type.Tuple([text, text])),
});

const saveTreeBody = Type.Object({
  /** Number of the version that the editor started from. It must be the newest one. */
  replaces: int4(1),
  tree: finderTree,
  note: Type.String({ minLength: 1, maxLength: 500 }),
});

const saveTreeReply = Type.Object({ version: Type.Integer() });

export const routesOfFinder = {
  'GET /admin-api/finder_trees': { querystring: finderTreesQuery, response: { 200: finderTreesReply } },
  'GET /admin-api/finder_trees/:id/versions': { params: finderParams, response: { 200: treeVersionsReply } },
  // Refused with STALE when another version was made since the one it replaces.
  'POST /admin-api/finder_trees/:id': {
    keyed: true,
    params: finderParams,
    body: saveTreeBody,
    response: { 201: saveTreeReply },
  },
} satisfies RouteTable;
