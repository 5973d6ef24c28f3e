import { Refusal } from '#domain/errors.ts';
import type { ChangeGroupBody } from '#domain/protocol/records.ts';
import type { GroupState } from '#domain/question-fates.ts';
import type { QnaFields } from '#domain/qna/fields.ts';
import { problemsWithQna } from '#domain/qna/problems.ts';
import { isKorean } from '#domain/retrieval/korean.ts';
import { lockGroup, type StoredGroup, writeGroup } from '../store/knowledge/question-groups.ts';
import { type Qna, readQna } from '../store/knowledge/qnas.ts';
import { type QnaChange, writeQnas } from '../store/knowledge/qna-writes.ts';
import type { Tx } from '../store/system/db.ts';

/** What a group of questions is after a change. */
export interface ChangedGroup {
  id: string;
  state: GroupState;
  qna_id: string | null;
  qna_version: number | null;
}

/**
 * Changes what becomes of a group: answered by a Q&A, which may get other ways to ask; not for us; or open again, which
 * takes the added ways to ask out of the Q&A.
 * @throws Refusal NOT_FOUND for an unknown group or Q&A, STALE when somebody else has changed the group, INVALID when the
 *   Q&A with the added ways to ask breaks a rule
 */
export async function changeGroup(tx: Tx, id: string, change: ChangeGroupBody, by: string): Promise<ChangedGroup> {
  const group = await lockGroup(tx, id);
  if (group === undefined) throw new Refusal('NOT_FOUND');
  if (group.state !== change.expect) throw new Refusal('STALE', { state: group.state, qna_id: group.qnaId });
  await takeOut(tx, group, by);
  const settled = change.state === 'settled' ? await settledBy(tx, change, by) : undefined;
  await writeGroup(tx, { id, state: change.state, by, ...settled });
  return { id, state: change.state, qna_id: settled?.qnaId ?? null, qna_version: settled?.qnaVersion ?? null };
}

async function settledBy(
  tx: Tx,
  { qna_id: qnaId, alternatives = [] }: ChangeGroupBody,
  by: string,
): Promise<{ qnaId: string; qnaVersion: number; added: string[] }> {
  if (qnaId === undefined) throw new Refusal('VALIDATION', [{ path: 'qna_id', code: 'required' }]);
  const qna = await readQna(tx, qnaId);
  if (qna === undefined) throw new Refusal('NOT_FOUND', [{ path: 'qna_id', code: 'NOT_FOUND' }]);
  const known = new Set([qna.question, qna.koQuestion, ...qna.alternatives, ...qna.koAlternatives]);
  const asked = alternatives.map((text) => text.replace(/\s+/g, ' ').trim());
  const added = [...new Set(asked)].filter((text) => text !== '' && !known.has(text));
  if (added.length === 0) return { qnaId, qnaVersion: qna.version, added };
  // Without an answer in Korean, the other Korean fields stay empty.
  const isForKorean = (text: string): boolean => isKorean(text) && qna.koAnswer !== '';
  await write(tx, qna, by, 'update', {
    alternatives: [...qna.alternatives, ...added.filter((text) => !isForKorean(text))],
    koAlternatives: [...qna.koAlternatives, ...added.filter(isForKorean)],
  });
  return { qnaId, qnaVersion: qna.version + 1, added };
}

/** Takes ways to ask that were added for the group out of its Q&A, if it is still there. */
async function takeOut(tx: Tx, { qnaId, added }: StoredGroup, by: string): Promise<void> {
  const qna = qnaId === null || added.length === 0 ? undefined : await readQna(tx, qnaId);
  if (qna === undefined) return;
  const without = (texts: readonly string[]): string[] => texts.filter((text) => !added.includes(text));
  const left = { alternatives: without(qna.alternatives), koAlternatives: without(qna.koAlternatives) };
  const isChanged =
    left.alternatives.length < qna.alternatives.length || left.koAlternatives.length < qna.koAlternatives.length;
  if (isChanged) await write(tx, qna, by, 'undo', left);
}

async function write(tx: Tx, qna: Qna, by: string, change: QnaChange, changed: Partial<QnaFields>): Promise<void> {
  const fields: QnaFields = { ...qna, ...changed };
  const problems = problemsWithQna(fields, qna);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  const written = await writeQnas(tx, [{ id: qna.id, version: qna.version, fields }], {
    change,
    by,
    note: 'Other ways to ask, from the records of questions',
  });
  if ('stale' in written) throw new Refusal('STALE', { qna_id: qna.id });
}
