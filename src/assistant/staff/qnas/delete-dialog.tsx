import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { staleIn } from './stale-qna.ts';
import { useQnaWrite } from './use-qna-write.ts';
import { call } from '../../../net/call.ts';
import styles from './knowledges.module.css';

interface DeleteDialogProps {
  qna: QnaReply;
  onClose: () => void;
  onDeleted: () => void;
  /** Called when the deletion is undone. */
  onWritten: () => void;
}

/** Asks before a Q&A is deleted. The notice after it can bring the Q&A back. */
export function DeleteDialog({ qna, onClose, onDeleted, onWritten }: DeleteDialogProps) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const [shown, setShown] = useState(qna);
  const [isChanged, setChanged] = useState(false);
  const { isBusy, problem, run } = useQnaWrite((error) => {
    const stale = staleIn(error);
    if (stale === undefined) return false;
    if (stale.now === null) onDeleted();
    else {
      setShown(stale.now);
      setChanged(true);
    }
    return true;
  });
  const { id, version } = shown;
  const undo = async () => {
    try {
      const given = { params: { id, version }, body: { replaces: version + 1 }, key: crypto.randomUUID() };
      await call(api, 'POST /qnas/:id/versions/:version/restore', given);
      showNotice({ title: t('qna.restored', { id }), tone: 'ok' });
    } catch {
      showNotice({ title: t('qna.notRestored', { id }), detail: t('qna.notRestoredText'), tone: 'danger' });
    }
    onWritten();
  };
  const handleDelete = async () => {
    const isDone = await run({ id, version }, async (key) => {
      await call(api, 'DELETE /qnas/:id', { params: { id }, query: { version }, key });
      return true;
    });
    if (isDone === undefined) return;
    const action = { label: t('common:action.undo'), run: () => void undo() };
    showNotice({ title: t('qna.deleted'), tone: 'ok', action });
    onDeleted();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('qna.delete')}
      description={t('qna.deleteSure')}
      action={t('qna.deleteYes')}
      onAction={handleDelete}
      variant="danger"
      busy={isBusy}
    >
      <blockquote className={styles.quote} dir="auto">
        {shown.question}
      </blockquote>
      <div aria-live="polite" className={styles.stack}>
        {isChanged && <Banner tone="warn">{t('qna.changedMeanwhile', { who: shown.updated_by ?? '–' })}</Banner>}
        {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      </div>
    </FormDialog>
  );
}
