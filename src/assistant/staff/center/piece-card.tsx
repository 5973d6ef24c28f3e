import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DocumentPiece } from '#domain/assistant/wire/knowledge-documents.ts';
import { Button, buttonRow } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import basics from '../../../ui/basics.module.css';
import styles from './documents.module.css';

interface PieceCardProps {
  piece: DocumentPiece;
  /** Texts of the Q&A that the piece would become. */
  texts: { question: string; answer: string };
  isBusy: boolean;
  onChange: (next: { question?: string; answer?: string }) => void;
  onMake: () => void;
  onLeaveOut: (isLeftOut: boolean) => void;
}

/** A piece of a document, with the question and the answer that it would become. */
export function PieceCard({ piece, texts, isBusy, onChange, onMake, onLeaveOut }: PieceCardProps) {
  const { t } = useTranslation('admin');
  const { n, page, state, alike, qna_id: qnaId } = piece;
  const isBlank = texts.question.trim() === '' || texts.answer.trim() === '';
  if (state !== 'open') {
    return (
      <li className={styles.piece} data-state={state} aria-label={t('documents.piece', { n })}>
        <div className={styles.settled}>
          <span>
            <strong>{piece.question}</strong> <small>{t('documents.page', { page })}</small>
          </span>
          {state === 'made' ? (
            <Link to={`/admin/knowledges?q=${encodeURIComponent(qnaId ?? '')}`}>
              {t('documents.isMade', { id: qnaId })}
            </Link>
          ) : (
            <Button small busy={isBusy} onClick={() => onLeaveOut(false)}>
              {t('documents.takeBack')}
            </Button>
          )}
        </div>
      </li>
    );
  }
  return (
    <li className={styles.piece} aria-label={t('documents.piece', { n })}>
      <small className={styles.page}>{t('documents.page', { page })}</small>
      <Field label={t('documents.question')} value={texts.question} onChange={(question) => onChange({ question })} />
      <Field
        label={t('documents.answer')}
        value={texts.answer}
        onChange={(answer) => onChange({ answer })}
        lines={Math.min(12, Math.max(3, Math.ceil(texts.answer.length / 70)))}
      />
      {alike !== null && (
        <p className={basics.quiet}>
          <Chip tone="warn">{t('documents.alike')}</Chip> {alike.question}
        </p>
      )}
      <div className={buttonRow}>
        <Button variant="primary" small busy={isBusy} disabled={isBlank} onClick={onMake}>
          {t('documents.make')}
        </Button>
        <Button small busy={isBusy} onClick={() => onLeaveOut(true)}>
          {t('documents.leaveOut')}
        </Button>
      </div>
    </li>
  );
}
