import { useTranslation } from 'react-i18next';
import Ban from 'lucide-react/icons/ban';
import Eye from 'lucide-react/icons/eye';
import History from 'lucide-react/icons/history';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { IconButton } from '../../../ui/button.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { useResume } from './use-resume.ts';
import styles from './knowledges.module.css';

interface QnaActionsProps {
  qna: QnaReply;
  onOpen: (dialog: Omit<OpenDialog, 'given'>) => void;
  onDelete: (qna: QnaReply) => void;
  onStop: (qna: QnaReply) => void;
  onWritten: () => void;
}

/** The buttons of a Q&A in the list. */
export function QnaActions({ qna, onOpen, onDelete, onStop, onWritten }: QnaActionsProps) {
  const { t } = useTranslation('admin');
  const resume = useResume(onWritten);
  const { id } = qna;
  return (
    <div className={styles.actions}>
      <IconButton
        small
        label={t('qna.detailOf', { id })}
        icon={<Eye aria-hidden />}
        onClick={() => onOpen({ kind: 'detail', id })}
      />
      <IconButton
        small
        label={t('qna.editOf', { id })}
        icon={<Pencil aria-hidden />}
        onClick={() => onOpen({ kind: 'edit', id })}
      />
      <IconButton
        small
        label={t('qna.versionsOf', { id })}
        icon={<History aria-hidden />}
        onClick={() => onOpen({ kind: 'versions', id })}
      />
      {qna.is_answered && (
        <IconButton small label={t('qna.stopOf', { id })} icon={<Ban aria-hidden />} onClick={() => onStop(qna)} />
      )}
      {qna.is_stopped && (
        <IconButton
          small
          label={t('qna.resumeOf', { id })}
          icon={<RotateCcw aria-hidden />}
          onClick={() => void resume(id)}
        />
      )}
      <IconButton small label={t('qna.deleteOf', { id })} icon={<Trash2 aria-hidden />} onClick={() => onDelete(qna)} />
    </div>
  );
}
