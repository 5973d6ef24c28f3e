import { Type, type Static } from 'typebox';
import { id, nullable, text, when, idParams } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Wire format of the tree of categories, and of changes of their names. */

const counts = {
  /** Q&As in it, those in categories below included. */
  qnas: Type.Integer(),
  published: Type.Integer(),
  needs_check: Type.Integer(),
};

const path = Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 3 });

/** A rename or merge that was made. */
const categoryChange = Type.Object({
  id,
  from: path,
  to: path,
  is_merge: Type.Boolean(),
  qnas: Type.Integer(),
  made_by: nullable(text),
  made_at: when,
  undone_at: nullable(when),
  /** Q&As that the undo left, because they were changed since. */
  kept: Type.Integer(),
});
export type CategoryChange = Static<typeof categoryChange>;

const categoryTreeReply = Type.Object({
  /** Every category of every level, by name. A path has the names from the large category on. */
  items: Type.Array(Type.Object({ path, ...counts })),
  /** Q&As in all. */
  ...counts,
  /** The newest changes, newest first. */
  changes: Type.Array(categoryChange),
});
export type CategoryTreeReply = Static<typeof categoryTreeReply>;
export type CategoryNode = CategoryTreeReply['items'][number];

/** `to` has as many names as `from`. Categories below keep their names. */
const renameCategoryBody = Type.Object({ from: path, to: path });
export type RenameCategoryBody = Static<typeof renameCategoryBody>;

/** Preview of a rename. Nothing is written. */
const categoryPreviewReply = Type.Object({
  qnas: Type.Integer(),
  /** The first questions. */
  questions: Type.Array(Type.Object({ id: text, question: text })),
  /** Whether there is a category of that name: the Q&As join those that are in it. */
  is_merge: Type.Boolean(),
  /** Names beside the new one that differ from it only by case or spaces. */
  alike: Type.Array(text),
  /** The names as they would be stored. */
  to: path,
  /** Names these Q&As as they are now. */
  stamp: text,
});
export type CategoryPreviewReply = Static<typeof categoryPreviewReply>;

/** `stamp` of the preview: when one of the Q&As has changed since, nothing is written. */
const changeCategoryBody = Type.Object({ from: path, to: path, stamp: Type.String({ maxLength: 64 }) });
export type ChangeCategoryBody = Static<typeof changeCategoryBody>;

const changeCategoryReply = Type.Object({ id, qnas: Type.Integer() });
export type ChangeCategoryReply = Static<typeof changeCategoryReply>;

/** Q&As that were put back, and those that stay because they were changed since. */
const undoCategoryReply = Type.Object({
  undone: Type.Integer(),
  kept: Type.Array(Type.Object({ id: text, question: text })),
});
export type UndoCategoryReply = Static<typeof undoCategoryReply>;

export const routesOfCategories = {
  'GET /qnas/category_tree': { response: { 200: categoryTreeReply } },
  'POST /qnas/category_changes/preview': { body: renameCategoryBody, response: { 200: categoryPreviewReply } },
  // Refused with STALE when a Q&A was changed meanwhile.
  'POST /qnas/category_changes': { keyed: true, body: changeCategoryBody, response: { 201: changeCategoryReply } },
  'POST /qnas/category_changes/:id/undo': {
    keyed: true,
    params: idParams,
    response: { 200: undoCategoryReply },
  },
} satisfies RouteTable;
