import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText } from '#domain/ground/text.ts';
import { Banner } from '../ui/banner.tsx';
import { Field } from '../ui/form/field.tsx';
import { useOnline } from '../ui/online.ts';
import styles from './admin.module.css';

interface SavePanelProps {
  /** Part of admin.json with its texts. */
  words: 'rateCard' | 'finder';
  note: string;
  /** Whether saving was tried, which needs a note. */
  isNoteWanted: boolean;
  onNote: (note: string) => void;
  /** Number of things that are wrong. */
  problems: number;
  /** Number of things that would be saved. */
  changes: number;
  /** Reason why the last try failed. */
  problem: string | undefined;
  /** The buttons that undo and save. */
  children: ReactNode;
}

/** Panel below an editor that saves versions: the note of the next version, its changes, and the buttons. */
export function SavePanel({ words, note, isNoteWanted, onNote, problems, changes, problem, children }: SavePanelProps) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  return (
    <section className={styles.save} aria-label={t(`${words}.saveTitle`)}>
      <Field
        label={t(`${words}.note`)}
        value={note}
        hint={t(`${words}.noteHint`)}
        error={isNoteWanted && note.trim() === '' ? t(`${words}.noteMissing`) : undefined}
        onChange={(text) => onNote(cutText(text, noteChars))}
      />
      <div className={styles.actions}>
        <output className={styles.count}>
          {problems > 0 ? t(`${words}.problems`, { count: problems }) : t(`${words}.changes`, { count: changes })}
        </output>
        {children}
      </div>
      <div aria-live="polite" className={styles.word}>
        {!isOnline && <Banner tone="neutral">{t(`${words}.offline`)}</Banner>}
        {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      </div>
    </section>
  );
}

/** Maximum number of characters of a note, as the server takes them. */
const noteChars = 500;
