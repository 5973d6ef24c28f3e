import type {
  CategoryPreviewReply,
  CategoryTreeReply,
  ChangeCategoryBody,
  ChangeCategoryReply,
  RenameCategoryBody,
  UndoCategoryReply,
} from '#domain/assistant/wire/categories.ts';
import type { Api } from '../../../net/http.ts';

/** Categories of Q&As. All throw Unreachable, Refused or SignedOut. */

/** Returns every category with its counts, and the newest changes. */
export function categoryTree(api: Api): Promise<CategoryTreeReply> {
  return api.json({ path: '/qnas/category_tree' });
}

/** Returns what a rename would change. */
export function previewRename(api: Api, body: RenameCategoryBody): Promise<CategoryPreviewReply> {
  return api.json({ path: '/qnas/category_changes/preview', body });
}

/** Renames a category, or merges it into another one. @throws Refused with STALE when a Q&A was changed meanwhile */
export function renameCategory(api: Api, body: ChangeCategoryBody, key: string): Promise<ChangeCategoryReply> {
  return api.json({ path: '/qnas/category_changes', body, headers: { 'idempotency-key': key } });
}

/** Undoes a change of a category. */
export function undoRename(api: Api, id: string, key: string): Promise<UndoCategoryReply> {
  return api.json({ method: 'POST', path: `/qnas/category_changes/${id}/undo`, headers: { 'idempotency-key': key } });
}
