import { useTranslation } from 'react-i18next';
import type { DecideBody } from '#domain/assistant/wire/records.ts';
import { Refused } from '../../../net/errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { remoteFailureOf } from '../../../shell/remote/remote.ts';
import { useKeyedWrite } from '../../../staff/keyed-write.ts';
import { call } from '../../../net/call.ts';

interface DecisionCalls {
  isBusy: boolean;
  /** Reason why the last try failed, and what is safe. */
  problem: string | undefined;
  /** @returns whether it took effect */
  decide: (body: DecideBody) => Promise<boolean>;
  takeBack: (id: string) => Promise<void>;
}

/** Decides about questions, and offers the undo. The same decision is sent again with the same key. */
export function useDecision(onChanged: () => void): DecisionCalls {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const { isBusy, problem, run } = useKeyedWrite((error) => {
    // A colleague has decided first: the page shows their decision.
    if (isStale(error)) onChanged();
    return t(problemOf(error));
  });
  const takeBack = async (id: string) => {
    try {
      await call(api, 'DELETE /admin-api/records/decisions/:id', { params: { id }, key: crypto.randomUUID() });
      showNotice({ title: t('records.undone') });
    } catch (error) {
      showNotice({ title: t('records.notUndone'), detail: t(problemOf(error)), tone: 'danger' });
    }
    onChanged();
  };
  const decide = async (body: DecideBody) => {
    const done = await run(body, (key) => call(api, 'POST /admin-api/records/decisions', { body, key }));
    if (done === undefined) return false;
    showNotice({
      title: t(`records.done.${body.state}`),
      tone: 'ok',
      action: { label: t('common:action.undo'), run: () => void takeBack(done.reply.id) },
    });
    onChanged();
    return true;
  };
  return { isBusy, problem, decide, takeBack };
}

function isStale(error: unknown): boolean {
  return error instanceof Refused && (error.code === 'STALE' || error.code === 'NOT_FOUND');
}

function problemOf(error: unknown): string {
  if (isStale(error)) return 'records.failed.stale';
  return error instanceof Refused && error.code === 'INVALID'
    ? 'records.failed.invalid'
    : `records.failed.${remoteFailureOf(error).kind}`;
}
