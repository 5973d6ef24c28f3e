import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingChanges, settingOf } from '#domain/assistant/settings.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Checkbox } from '../../../../../ui/checkbox.tsx';
import { useNow } from '../../../../../ui/now.ts';
import { momentOf } from '../../../../words/times.ts';
import { ChangeList } from './change-list.tsx';
import { fieldNamed } from './setting-input.tsx';
import { nameOfSetting, wordsOfSetting } from './setting-words.ts';
import type { SettingsEdit } from './settings-edit.ts';
import type { SettingsForm } from './use-settings-form.ts';
import styles from './settings.module.css';

/** Somebody has saved since the first field was typed: both versions field by field, and a choice between them. */
export function StaleSettings({ form, edit }: { form: SettingsForm; edit: SettingsEdit }) {
  const { t, i18n } = useTranslation('center');
  const now = useNow();
  const panel = useRef<HTMLElement>(null);
  // The button that was pressed is at the other end of the form.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.focus();
  }, []);
  const { current, settings } = form;
  const mine = Object.keys(edit.typed);
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set());
  const kept = new Set(mine.filter((name) => !given.has(name)));
  const toggle = (name: string, isKept: boolean) => {
    const next = new Set(given);
    if (isKept) next.delete(name);
    else next.add(name);
    setGiven(next);
  };
  const words = (name: string, of: typeof settings) =>
    wordsOfSetting(t, i18n.language, name, settingOf(of, fieldNamed(name)));
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.stale}
      data-tone="warn"
      role="alert"
      aria-label={t('settings.stale.label')}
    >
      <p>
        <strong>
          {t('settings.stale.title', {
            version: current.version,
            who: current.made_by ?? t('history.gone'),
            when: current.made_at === null ? '' : momentOf(i18n.language, current.made_at, now),
          })}
        </strong>{' '}
        {current.why}
      </p>
      <ChangeList changes={settingChanges(edit.seen, current.settings)} />
      <p>{t('settings.stale.text')}</p>
      {mine.map((name) => (
        <div key={name}>
          <Checkbox
            label={t('settings.stale.keep', {
              name: nameOfSetting(t, name),
            })}
            checked={kept.has(name)}
            onChange={(is) => toggle(name, is)}
          />
          <dl className={styles.facts}>
            <dt>{t('settings.stale.theirs')}</dt>
            <dd>{words(name, current.settings) || '–'}</dd>
            <dt>{t('settings.stale.mine')}</dt>
            <dd>{words(name, settings) || '–'}</dd>
          </dl>
        </div>
      ))}
      <div>
        <Button variant="primary" onClick={() => form.keep(kept)}>
          {t('settings.stale.goOn')}
        </Button>
      </div>
    </section>
  );
}
