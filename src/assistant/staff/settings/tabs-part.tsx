import { useTranslation } from 'react-i18next';
import { settingLanguages, type SettingTab, settingTabs } from '#domain/assistant/fields.ts';
import { Chip } from '../../../ui/chip.tsx';
import { SettingInput } from './setting-input.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import basics from '../../../ui/basics.module.css';
import center from '../parts/center.module.css';
import styles from './settings.module.css';

/** Fields for what each chat tab shows before the first question. */
export function TabsPart({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('center');
  return (
    <div className={center.stack}>
      <p className={basics.quiet}>{t('settings.tabsText')}</p>
      {settingTabs.map(({ tab, chatType }, at) => {
        const count = form.changed.filter(({ name }) => name.startsWith(`${tab}.`)).length;
        const isWrong = form.wrong.some(({ name }) => name.startsWith(`${tab}.`));
        return (
          <details key={tab} className={styles.tab} open={at === 0 || isWrong || undefined}>
            <summary>
              {t(`test.chatTypes.${chatType}`)}{' '}
              {count > 0 && <Chip tone="info">{t('settings.changes', { count })}</Chip>}
            </summary>
            <TabFields form={form} tab={tab} />
          </details>
        );
      })}
    </div>
  );
}

function TabFields({ form, tab }: { form: SettingsForm; tab: SettingTab }) {
  const { t, i18n } = useTranslation(['center', 'chat']);
  const shown = i18n.resolvedLanguage;
  return (
    <div className={styles.languages}>
      {settingLanguages.map((language) => {
        const own = (what: string) => (language === shown ? t(`chat:welcome.${tab}.${what}`) : t('settings.product'));
        const input = (what: 'title' | 'text' | 'starters') => ({
          form,
          name: `${tab}.${what}.${language}`,
          label: t('settings.inLanguage', {
            name: t(`settings.tabField.${what}`),
            language: t(`settings.language.${language}`),
          }),
        });
        return (
          <div key={language} className={center.stack} lang={language}>
            <SettingInput {...input('title')} placeholder={own('title')} />
            <SettingInput {...input('text')} placeholder={own('text')} lines={2} />
            <SettingInput
              {...input('starters')}
              hint={t('settings.startersHint')}
              placeholder={language === shown ? ['a', 'b', 'c', 'd'].map(own).join('\n') : t('settings.product')}
              lines={6}
            />
          </div>
        );
      })}
    </div>
  );
}
