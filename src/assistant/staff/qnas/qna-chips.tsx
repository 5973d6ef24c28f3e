import { useTranslation } from 'react-i18next';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { Chip } from '../../../ui/chip.tsx';
import { useNow } from '../../../ui/now.ts';
import { isCheckDue } from './qna-texts.ts';
import styles from './knowledges.module.css';

/** Shows why the assistant does not use a Q&A as it is; renders nothing for one that is published and synced. */
export function QnaChips({ qna }: { qna: Pick<QnaReply, 'status' | 'is_synced' | 'is_stopped' | 'check_by'> }) {
  const { t } = useTranslation('admin');
  const now = useNow();
  return (
    <span className={styles.chips}>
      {qna.is_stopped && <Chip tone="danger">{t('qna.isStopped')}</Chip>}
      {qna.status === 'needs_check' && !qna.is_stopped && <Chip tone="warn">{t('qna.status.needs_check')}</Chip>}
      {!qna.is_synced && <Chip tone="info">{t('qna.unsynced')}</Chip>}
      {isCheckDue(qna, now) && <Chip tone="danger">{t('qna.checkDue')}</Chip>}
    </span>
  );
}
