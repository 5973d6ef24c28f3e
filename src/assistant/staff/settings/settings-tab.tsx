import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { type LoadedSettings, useLoadedSettings } from './loaded-settings.tsx';
import { ModelCard } from './model-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingInput } from './setting-input.tsx';
import { TabsPart } from './tabs-part.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import basics from '../../../ui/basics.module.css';
import admin from '../../../staff/admin.module.css';
import center from '../parts/center.module.css';
import styles from './settings.module.css';

/** The assistant's settings: texts of the chat tabs, and the language model. */
export function SettingsTab() {
  const { loaded, waiting } = useLoadedSettings();
  return loaded === undefined ? waiting : <Settings loaded={loaded} />;
}

function Settings({ loaded }: { loaded: LoadedSettings }) {
  const form = useSettingsForm(loaded);
  const { t } = useTranslation('center');
  const input = (name: string) => (
    <SettingInput key={name} form={form} name={name} label={t(`settings.field.${name}`)} />
  );
  return (
    <section className={admin.section} aria-label={t('tabs.settings')}>
      <p className={basics.quiet}>{t('settings.text')}</p>
      {!form.mayWrite && <Banner tone="neutral">{t('settings.readOnly')}</Banner>}
      <Card title={t('settings.part.tabs')}>
        <TabsPart form={form} />
      </Card>
      <Card title={t('settings.part.model')}>
        <div className={center.stack}>
          {form.mayWrite && <ModelCard />}
          {input('modelIsOn')}
          {input('sendsFiles')}
          <p className={basics.quiet}>{t('settings.sends')}</p>
          <div className={styles.numbers}>{modelNumbers.map(input)}</div>
        </div>
      </Card>
      {form.mayWrite && (
        <div className={admin.save}>
          <div className={admin.actions}>
            <SaveBar form={form} />
          </div>
        </div>
      )}
    </section>
  );
}

const modelNumbers = [
  'tokensPerConversation',
  'tokensPerUserDay',
  'tokensPerDay',
  'centsPerMillionIn',
  'centsPerMillionOut',
] as const;
