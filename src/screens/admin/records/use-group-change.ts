import { useTranslation } from 'react-i18next';
import type { ChangeGroupBody, GroupRow, MoveQuestionsBody } from '#domain/protocol/records.ts';
import { Refused } from '../../../net/errors.ts';
import { changeGroup, moveQuestions, undoMove } from '../../../net/records.ts';
import { useSession } from '../../../session/session-context.tsx';
import { showNotice } from '../../../ui/notice.tsx';
import { failureOf } from '../../remote/remote.ts';
import { useKeyedWrite } from '../keyed-write.ts';

interface GroupChange {
  isBusy: boolean;
  /** Why the last try failed, and what is safe. */
  problem: string | undefined;
  /** @returns whether it took effect */
  change: (body: ChangeGroupBody) => Promise<boolean>;
  /** Moves questions to another group, or to a new one. @returns whether it took effect */
  move: (body: MoveQuestionsBody) => Promise<boolean>;
}

/** Changes what becomes of a group, and offers the undo. The same change is sent again with the same key. */
export function useGroupChange({ id, state }: Pick<GroupRow, 'id' | 'state'>, onChanged: () => void): GroupChange {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const { isBusy, problem, run } = useKeyedWrite((error) => {
    // What a colleague has done is shown.
    if (isStale(error)) onChanged();
    return t(problemOf(error));
  });
  const undo = async (done: ChangeGroupBody['state']) => {
    try {
      await changeGroup(api, id, { state: 'open', expect: done }, crypto.randomUUID());
      showNotice({ title: t('records.undone') });
    } catch (error) {
      showNotice({ title: t('records.notUndone'), detail: t(problemOf(error)), tone: 'danger' });
    }
    onChanged();
  };
  const change = async (body: ChangeGroupBody) => {
    const done = await run(body, (key) => changeGroup(api, id, body, key));
    if (done === undefined) return false;
    const action = { label: t('common:action.undo'), run: () => void undo(body.state) };
    showNotice({
      title: t(`records.done.${body.state}`),
      tone: 'ok',
      ...(state === 'open' ? { action, duration: 10_000 } : {}),
    });
    onChanged();
    return true;
  };
  const undoMoved = async (moveId: string) => {
    try {
      await undoMove(api, moveId, crypto.randomUUID());
      showNotice({ title: t('records.undone') });
    } catch (error) {
      showNotice({ title: t('records.notUndone'), detail: t(problemOf(error)), tone: 'danger' });
    }
    onChanged();
  };
  const move = async (body: MoveQuestionsBody) => {
    const done = await run(body, (key) => moveQuestions(api, id, body, key));
    if (done === undefined) return false;
    showNotice({
      title: t('records.move.done', { count: done.reply.questions }),
      tone: 'ok',
      action: { label: t('common:action.undo'), run: () => void undoMoved(done.reply.id) },
      duration: 10_000,
    });
    onChanged();
    return true;
  };
  return { isBusy, problem, change, move };
}

function isStale(error: unknown): boolean {
  return error instanceof Refused && error.code === 'STALE';
}

function problemOf(error: unknown): string {
  if (isStale(error)) return 'records.failed.stale';
  if (error instanceof Refused && error.code === 'NOT_FOUND') return 'records.move.gone';
  return error instanceof Refused && error.code === 'INVALID'
    ? 'records.failed.invalid'
    : `records.failed.${failureOf(error).kind}`;
}
