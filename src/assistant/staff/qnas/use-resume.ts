import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/session-context.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { call } from '../../../net/call.ts';

/** Returns a function that makes the assistant answer from a stopped Q&A again. @param onWritten called in any case */
export function useResume(onWritten: () => void): (id: string) => Promise<void> {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  return async (id) => {
    try {
      const given = { params: { id }, key: crypto.randomUUID() };
      const { is_answered: isAnswered } = await call(api, 'POST /qnas/:id/resume', given);
      showNotice({ title: t(isAnswered ? 'qna.resumed' : 'qna.resumedLater', { id }), tone: 'ok' });
    } catch {
      showNotice({ title: t('qna.notResumed', { id }), detail: t('qna.notResumedText'), tone: 'danger' });
    }
    onWritten();
  };
}
