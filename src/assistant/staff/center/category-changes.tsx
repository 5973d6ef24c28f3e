import { useTranslation } from 'react-i18next';
import type { CategoryChange } from '#domain/assistant/wire/categories.ts';
import { Button } from '../../../ui/button.tsx';
import { Moment } from '../../../i18n/moment.tsx';
import styles from './categories.module.css';

interface CategoryChangesProps {
  changes: readonly CategoryChange[];
  isBusy: boolean;
  onUndo: (id: string) => void;
}

/** The newest renames and merges, each with its undo. */
export function CategoryChanges({ changes, isBusy, onUndo }: CategoryChangesProps) {
  const { t } = useTranslation('center');
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="category-changes">
      <h3 id="category-changes">{t('categories.changes')}</h3>
      <ul className={styles.changes}>
        {changes.map((change) => {
          const { id, from, to, qnas, made_by: who, made_at: at, undone_at: undone, kept } = change;
          const names = { from: from.join(' / '), to: to.join(' / ') };
          return (
            <li key={id}>
              <span className={styles.name}>
                {t(change.is_merge ? 'categories.merged' : 'categories.renamed', names)}{' '}
                <small>
                  {t('categories.qnas', { count: qnas })}, {who ?? t('history.gone')}, <Moment at={at} />
                </small>
              </span>
              {undone === null ? (
                <Button small busy={isBusy} aria-label={t('categories.undoOne', names)} onClick={() => onUndo(id)}>
                  {t('common:action.undo')}
                </Button>
              ) : (
                <small>
                  {t('categories.isUndone')} {kept > 0 && t('categories.kept', { count: kept })}
                </small>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
