import { useTranslation } from 'react-i18next';
import type { RecordRow } from '#domain/assistant/wire/records.ts';
import { displayNameOf } from '../../../i18n/display-name.ts';
import { Moment } from '../../../i18n/moment.tsx';
import { QuestionBefore } from './question-before.tsx';
import styles from './records.module.css';

interface AskedListProps {
  items: readonly RecordRow[];
  /** Ids of the chosen ones; undefined where none are chosen. */
  chosen: ReadonlySet<string> | undefined;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The questions of a group, to choose those that a decision is about. */
export function AskedList({ items, chosen, onChoose }: AskedListProps) {
  const { t } = useTranslation('admin');
  const handleChoose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <section aria-labelledby="group-questions">
      <h3 id="group-questions">{t('records.asked')}</h3>
      <ul className={styles.asked}>
        {items.map(({ id, before, text, fate, asker, asked_at: at, comment }) => (
          <li key={id}>
            <label className={styles.chosen}>
              {chosen !== undefined && items.length > 1 && (
                <input
                  type="checkbox"
                  checked={chosen.has(id)}
                  aria-label={t('records.select', { text })}
                  onChange={({ target }) => handleChoose(id, target.checked)}
                />
              )}
              <span dir="auto">{text}</span>
            </label>
            <QuestionBefore id={id} before={before} />
            {comment !== null && <q dir="auto">{comment}</q>}
            <small>
              {t(`records.fate.${fate}`)} · {asker === null ? t('records.guest') : displayNameOf(t, asker)} ·{' '}
              <Moment at={at} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
