import { Refusal, requireFound } from '#domain/ground/errors.ts';
import type { DecideBody, DecisionReply } from '#domain/assistant/wire/records.ts';
import type { QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { problemsWithQna } from '#domain/assistant/knowledge/qna/problems.ts';
import { isKorean } from '#domain/quantities/korean.ts';
import {
  type Decision,
  deleteDecision,
  keepDecision,
  lockDecision,
  lockUndecided,
} from '../store/question-decisions.ts';
import { type Qna, readQna } from '../store/qnas.ts';
import { type QnaChange, writeQnas } from '../store/qna-writes.ts';
import type { Tx } from '../../database/db.ts';

/**
 * Decides about questions: they are answered by a Q&A, which may get other ways to ask, or are not for us.
 * @throws Refusal NOT_FOUND for an unknown Q&A, STALE when a colleague has decided about one of the questions or one is
 *   gone, INVALID when the Q&A with the added ways to ask breaks a rule
 */
export async function decideQuestions(tx: Tx, body: DecideBody, by: string): Promise<DecisionReply> {
  const questionIds = await lockUndecided(tx, body.questions);
  if (questionIds.length < new Set(body.questions).size) throw new Refusal('STALE');
  const none = { qnaId: null, qnaVersion: null, added: [] };
  const answer = body.state === 'settled' ? await settledBy(tx, body, by) : none;
  const id = await keepDecision(tx, { state: body.state, ...answer }, { questionIds, by });
  return { id, state: body.state, qna_id: answer.qnaId, qna_version: answer.qnaVersion };
}

/**
 * Takes a decision back: its questions are open again, and the ways to ask that were added are taken out of the Q&A.
 * @throws Refusal NOT_FOUND when it is taken back already
 */
export async function takeBackDecision(tx: Tx, id: string, by: string): Promise<void> {
  const decision = requireFound(await lockDecision(tx, id));
  await takeOut(tx, decision, by);
  await deleteDecision(tx, id);
}

async function settledBy(
  tx: Tx,
  { qna_id: qnaId, alternatives = [] }: DecideBody,
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

/** Takes ways to ask that were added out of the Q&A, if it is still there. */
async function takeOut(tx: Tx, { qnaId, added }: Decision, by: string): Promise<void> {
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
