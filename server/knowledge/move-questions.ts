import { Refusal } from '#domain/errors.ts';
import type { MovedQuestionsReply, MoveQuestionsBody } from '#domain/protocol/records.ts';
import { lockGroup, lockGroups, openGroup } from '../store/knowledge/question-groups.ts';
import { keepMove, moveQuestions, sizeOf, takeMove, wouldMixLanguages } from '../store/knowledge/question-moves.ts';
import type { Tx } from '../store/system/db.ts';

/**
 * Moves questions of a group by hand: some of them into a group of their own, which the sorting never puts together with
 * another one again; or some or all of them into another group.
 * @throws Refusal NOT_FOUND for a group or questions that are not there any more, STALE when a colleague has decided about
 *   a group that was to become part of another one, INVALID for a group that would be moved into itself or into a new one,
 *   and for a group that would have questions of two languages
 */
export async function moveByHand(
  tx: Tx,
  from: string,
  { to, questions, by }: MoveQuestionsBody & { by: string },
): Promise<MovedQuestionsReply> {
  await lockGroups(tx);
  const group = await lockGroup(tx, from);
  if (group === undefined) throw new Refusal('NOT_FOUND');
  if (to === from) throw new Refusal('INVALID', [{ path: 'to', code: 'same' }]);
  if (to !== null && (await lockGroup(tx, to)) === undefined) {
    throw new Refusal('NOT_FOUND', [{ path: 'to', code: 'NOT_FOUND' }]);
  }
  const isAll = questions === undefined || questions.length >= (await sizeOf(tx, from));
  if (isAll && to === null) throw new Refusal('INVALID', [{ path: 'questions', code: 'all' }]);
  // What was decided about a group stays with its questions.
  if (isAll && group.state !== 'open') throw new Refusal('STALE', { state: group.state, qna_id: group.qnaId });
  if (to !== null && (await wouldMixLanguages(tx, { from, to, questionIds: questions })))
    throw new Refusal('INVALID', [{ path: 'to', code: 'language' }]);
  const target = to ?? (await openGroup(tx));
  const questionIds = await moveQuestions(tx, { from, to: target, questionIds: questions });
  if (questionIds.length === 0) throw new Refusal('NOT_FOUND', [{ path: 'questions', code: 'NOT_FOUND' }]);
  const id = await keepMove(tx, { from, to: target, questionIds, isSplit: to === null, by });
  return { id, group_id: target, questions: questionIds.length };
}

/**
 * Moves questions back, those that are still where they were moved to.
 * @throws Refusal NOT_FOUND for a move that is undone already
 */
export async function undoMove(tx: Tx, id: string): Promise<MovedQuestionsReply> {
  await lockGroups(tx);
  const move = await takeMove(tx, id);
  if (move === undefined) throw new Refusal('NOT_FOUND');
  const back = move.from ?? (await openGroup(tx));
  const moved = await moveQuestions(tx, { from: move.to, to: back, questionIds: move.questionIds });
  return { id, group_id: back, questions: moved.length };
}
