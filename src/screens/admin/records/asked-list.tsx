import { useTranslation } from 'react-i18next';
import Split from 'lucide-react/icons/split';
import CornerUpRight from 'lucide-react/icons/corner-up-right';
import type { RecordRow } from '#domain/protocol/records.ts';
import { Button } from '../../../ui/button.tsx';
import { displayNameOf } from '../../words/display-name.ts';
import { Moment } from '../../words/moment.tsx';
import { QuestionBefore } from './question-before.tsx';
import styles from './records.module.css';

interface AskedListProps {
  items: readonly RecordRow[];
  chosen: ReadonlySet<string>;
  isBusy: boolean;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Moves the chosen ones into a group of their own. */
  onSplit: () => void;
  /** Asks for the group that the chosen ones come into. */
  onMove: () => void;
}

/** The questions of a group. Those that do not belong to it are chosen and moved. */
export function AskedList({ items, chosen, isBusy, onChoose, onSplit, onMove }: AskedListProps) {
  const { t } = useTranslation('admin');
  const isAll = chosen.size >= items.length;
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
              {items.length > 1 && (
                <input
                  type="checkbox"
                  checked={chosen.has(id)}
                  aria-label={t('records.move.select', { text, interpolation: { escapeValue: false } })}
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
      {chosen.size > 0 && (
        <div className={styles.moving}>
          <strong aria-live="polite">{t('records.move.chosen', { count: chosen.size })}</strong>
          {isAll && <p>{t('records.move.splitWhy')}</p>}
          <div className={styles.actions}>
            {!isAll && (
              <Button small busy={isBusy} icon={<Split aria-hidden />} onClick={onSplit}>
                {t('records.move.split')}
              </Button>
            )}
            {!isAll && (
              <Button small icon={<CornerUpRight aria-hidden />} onClick={onMove}>
                {t('records.move.other')}
              </Button>
            )}
            <Button small variant="ghost" onClick={() => onChoose(new Set())}>
              {t('records.move.clear')}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
