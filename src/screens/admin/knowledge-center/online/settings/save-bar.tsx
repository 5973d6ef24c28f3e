import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../ui/button.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import styles from './settings.module.css';

/** How much is typed, and what can be done with it. */
export function SaveBar({ form, onReview }: { form: SettingsForm; onReview: () => void }) {
  const { t } = useTranslation('center');
  const { changes, problems, edit, isStale } = form;
  return (
    <>
      <output className={styles.count}>
        {problems.length > 0
          ? t('settings.problems', { count: problems.length })
          : changes.length === 0
            ? t('settings.unchanged')
            : t('settings.changes', { count: changes.length })}
      </output>
      {edit !== null && <Button onClick={form.discard}>{t('settings.discard')}</Button>}
      <Button variant="primary" disabled={changes.length === 0 || problems.length > 0 || isStale} onClick={onReview}>
        {t('settings.review')}
      </Button>
    </>
  );
}
