import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import styles from './settings.module.css';

/** Shows how much is typed and what keeps it from being saved, with buttons that save or discard it. */
export function SaveBar({ form, onSaved }: { form: SettingsForm; onSaved?: () => void }) {
  const { t } = useTranslation('center');
  const { changed, wrong } = form;
  async function handleSave(): Promise<void> {
    if (await form.save()) onSaved?.();
  }
  return (
    <>
      <output className={styles.count}>
        <StateText form={form} />
      </output>
      {form.isTyped && <Button onClick={form.discard}>{t('settings.discard')}</Button>}
      <Button
        variant="primary"
        busy={form.isBusy}
        disabled={changed.length === 0 || wrong.length > 0}
        onClick={() => void handleSave()}
      >
        {t('settings.save')}
      </Button>
    </>
  );
}

function StateText({ form: { current, changed, wrong, isStale, problem } }: { form: SettingsForm }) {
  const { t } = useTranslation('center');
  if (problem !== undefined) return problem;
  if (wrong.length > 0) return t('settings.problems', { count: wrong.length });
  if (isStale) return t('settings.stale', { who: current.made_by ?? t('history.gone') });
  return changed.length === 0 ? t('settings.unchanged') : t('settings.changes', { count: changed.length });
}
