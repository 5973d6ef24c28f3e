import { createHash } from 'node:crypto';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import type {
  CategoryPreviewReply,
  ChangeCategoryBody,
  ChangeCategoryReply,
  RenameCategoryBody,
  UndoCategoryReply,
} from '#domain/assistant/wire/categories.ts';
import {
  categoryLevels,
  isHardlyDifferent,
  isInCategory,
  problemWithRename,
  renamed,
} from '#domain/assistant/knowledge/qna/categories.ts';
import { addChange, categoryWrites, lockChange, noteUndone } from '../store/category-changes.ts';
import { lockQnas, writeQnas } from '../store/qna-writes.ts';
import { type Qna, readQnas } from '../store/qnas.ts';
import type { Db, Tx } from '../../database/db.ts';
import { undoWrites } from './undo-writes.ts';

/** Questions that a preview of a rename shows. */
const previewedQnas = 5;

/** Renames and merges of categories: each Q&A in one gets a new version, all in one transaction. */

/** Returns what a rename would change. @throws Refusal INVALID for a name that is not allowed; NOT_FOUND */
export async function previewRename(db: Db | Tx, body: RenameCategoryBody): Promise<CategoryPreviewReply> {
  const { touched, ...preview } = await planRename(db, body);
  return {
    ...preview,
    qnas: touched.length,
    questions: touched.slice(0, previewedQnas).map(({ id, question }) => ({ id, question })),
  };
}

/**
 * Renames a category, or merges it into the one that has this name.
 * @throws Refusal INVALID; NOT_FOUND; STALE when a Q&A was changed since the preview: nothing is written
 */
export async function renameCategory(
  tx: Tx,
  { id, stamp, by, ...body }: ChangeCategoryBody & { id: string; by: string },
): Promise<ChangeCategoryReply> {
  await lockQnas(tx);
  const { touched, to, is_merge: isMerge, stamp: now } = await planRename(tx, body);
  if (now !== stamp) throw new Refusal('STALE');
  const written = await writeQnas(
    tx,
    touched.map((qna) => ({ id: qna.id, version: qna.version, fields: { ...qna, ...renamed(qna, to) } })),
    { change: 'category', by, note: `${body.from.join(' / ')} → ${to.join(' / ')}` },
  );
  if ('stale' in written) throw new Refusal('STALE');
  const versions = new Map((await readQnas(tx, written.ids)).map((qna) => [qna.id, qna.version]));
  const writes = touched.map(({ id: qnaId, version }) => ({
    qnaId,
    version: versions.get(qnaId) ?? version + 1,
    replaced: version,
  }));
  await addChange(tx, { id, by, from: body.from, to, isMerge, writes });
  return { id, qnas: touched.length };
}

/**
 * Undoes a change: its Q&As get the version back that it replaced. Q&As that were changed or deleted since stay as they
 * are.
 * @throws Refusal NOT_FOUND; STALE when it was undone already
 */
export async function undoRename(tx: Tx, id: string, by: string): Promise<UndoCategoryReply> {
  const found = requireFound(await lockChange(tx, id));
  if (found === null) throw new Refusal('STALE');
  const note = `${found.to.join(' / ')} → ${found.from.join(' / ')}`;
  const result = await undoWrites(tx, categoryWrites, { id, by, note });
  await noteUndone(tx, id, by, result.kept.length);
  return result;
}

type Plan = Omit<CategoryPreviewReply, 'qnas' | 'questions'> & { touched: Qna[] };

async function planRename(db: Db | Tx, body: RenameCategoryBody): Promise<Plan> {
  const { from } = body;
  const to = body.to.map((name) => name.trim());
  const problem = problemWithRename(from, to);
  if (problem !== undefined) throw new Refusal('INVALID', [problem]);
  const all = await readQnas(db);
  const touched = all.filter((qna) => isInCategory(qna, from));
  if (touched.length === 0) throw new Refusal('NOT_FOUND');
  const others = all.filter((qna) => !isInCategory(qna, from));
  const level = categoryLevels[to.length - 1] ?? 'small';
  const beside = new Set(others.filter((qna) => isInCategory(qna, to.slice(0, -1))).map((qna) => qna[level]));
  const stamp = createHash('sha256')
    .update(touched.map(({ id, version }) => `${id}:${version}`).join())
    .digest('hex');
  return {
    touched,
    to,
    is_merge: others.some((qna) => isInCategory(qna, to)),
    alike: [...beside].filter((name) => isHardlyDifferent(name, to.at(-1) ?? '')),
    stamp,
  };
}
