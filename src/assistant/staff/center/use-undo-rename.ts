import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../../net/errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { failureOf } from '../../../shell/remote/remote.ts';
import { call } from '../../../net/call.ts';

/** Undoes a change of a category, and says what stays as it is. @param onEnded called after each try */
export function useUndoRename(onEnded: () => void): { isBusy: boolean; run: (id: string) => void } {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const { isBusy, run } = useAttempt((error) => {
    const isRefused = error instanceof Refused && ['STALE', 'NOT_FOUND', 'FORBIDDEN'].includes(error.code);
    showNotice({
      title: t('categories.notUndone'),
      detail: isRefused ? t(`refused.${error.code}`) : t(`admin:remote.${failureOf(error).kind}`),
      tone: 'danger',
    });
  });
  // Trying again after a lost reply does not undo twice.
  const keys = useRef(new Map<string, string>());
  async function undo(id: string): Promise<void> {
    const key = keys.current.get(id) ?? crypto.randomUUID();
    keys.current.set(id, key);
    const { undone, kept } = await call(api, 'POST /qnas/category_changes/:id/undo', { params: { id }, key });
    const names = kept.map(({ question }) => question).join(', ');
    showNotice({
      title: t('categories.undone', { count: undone }),
      detail: kept.length === 0 ? undefined : `${t('categories.kept', { count: kept.length })} ${names}`,
      tone: 'ok',
      ...(kept.length > 0 ? { duration: 0 } : {}),
    });
  }
  return { isBusy, run: (id) => void run(() => undo(id)).then(onEnded) };
}
