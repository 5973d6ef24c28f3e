import { useTranslation } from 'react-i18next';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useQnaWrite } from './use-qna-write.ts';
import { useResume } from './use-resume.ts';
import { call } from '../../../net/call.ts';
import styles from './knowledges.module.css';

interface StopDialogProps {
  qna: QnaReply;
  onClose: () => void;
  /** Called when it was stopped, and when that is undone. */
  onWritten: () => void;
}

/** Asks before the assistant stops answering from a Q&A at once. The notice after it can put the Q&A back. */
export function StopDialog({ qna, onClose, onWritten }: StopDialogProps) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const { isBusy, problem, run } = useQnaWrite();
  const resume = useResume(onWritten);
  const handleStop = async () => {
    const stop = (key: string) => call(api, 'POST /qnas/:id/stop', { params: { id: qna.id }, key });
    if ((await run(qna.id, stop)) === undefined) return;
    const action = { label: t('qna.resume'), run: () => void resume(qna.id) };
    showNotice({ title: t('qna.stopped', { id: qna.id }), tone: 'ok', action });
    onWritten();
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('qna.stop')}
      description={t('qna.stopSure')}
      action={t('qna.stopYes')}
      onAction={handleStop}
      variant="danger"
      busy={isBusy}
    >
      <blockquote className={styles.quote} dir="auto">
        {qna.question}
      </blockquote>
      <div aria-live="polite">{problem !== undefined && <Banner tone="danger">{problem}</Banner>}</div>
    </FormDialog>
  );
}
