import { type UndoableWrite, type WritesTable, writesOf } from '../store/undoable-writes.ts';
import { lockQnas, writeQnas } from '../store/qna-writes.ts';
import { removeAnswers } from '../store/stopped-answers.ts';
import type { Tx } from '../../database/db.ts';

/**
 * Undoes what a change of many Q&As wrote: those that it made are deleted, the others get the version that it replaced.
 * Q&As that were changed or deleted since stay as they are. The assistant no longer answers from deleted ones at once:
 * reload the knowledge base after the commit.
 * @returns the number of those undone, and those that stay
 */
export async function undoWrites(
  tx: Tx,
  table: WritesTable,
  { id, by, note }: { id: string; by: string; note: string },
): Promise<{ undone: number; kept: Pick<UndoableWrite, 'id' | 'question'>[] }> {
  await lockQnas(tx);
  const writes = await writesOf(tx, table, id);
  const undone = writes.filter((write) => !isKept(write));
  await writeQnas(
    tx,
    undone.map(({ id: qnaId, version, before }) => ({ id: qnaId, version, fields: before })),
    { change: 'undo', by, note },
  );
  const deleted = undone.filter(({ before }) => before === null).map(({ id: qnaId }) => qnaId);
  if (deleted.length > 0) await removeAnswers(tx, deleted);
  return {
    undone: undone.length,
    kept: writes.filter(isKept).map(({ id: qnaId, question }) => ({ id: qnaId, question })),
  };
}

/** Whether an undo leaves a Q&A: it was changed since, or what it replaced is not kept. */
function isKept({ version, now, replaced, before }: UndoableWrite): boolean {
  return now !== version || (replaced !== null && before === null);
}
