import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../../ui/banner.tsx';
import { Card } from '../../../../../ui/card.tsx';
import { type LoadedSettings, useLoadedSettings } from './loaded-settings.tsx';
import { ModelCard } from './model-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { SaveStep } from './save-step.tsx';
import { SettingInput } from './setting-input.tsx';
import { SettingsHistory } from './settings-history.tsx';
import { StaleSettings } from './stale-settings.tsx';
import { TabsPart } from './tabs-part.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import admin from '../../../admin.module.css';
import center from '../center.module.css';
import styles from './settings.module.css';

/** The assistant's settings: thresholds, chat tabs, own synonyms and the language model, with all versions. */
export function SettingsTab() {
  const { loaded, waiting } = useLoadedSettings();
  return loaded === undefined ? waiting : <Settings loaded={loaded} />;
}

function Settings({ loaded }: { loaded: LoadedSettings }) {
  const form = useSettingsForm(loaded);
  const { t } = useTranslation('center');
  const [isReviewed, setReviewed] = useState(false);
  return (
    <section className={admin.section} aria-label={t('tabs.settings')}>
      <p className={styles.lead}>{t('settings.text')}</p>
      {!form.mayWrite && <Banner tone="neutral">{t('settings.readOnly')}</Banner>}
      {form.isStale && form.edit !== null && <StaleSettings key={form.current.version} form={form} edit={form.edit} />}
      <Card title={t('settings.part.thresholds')}>
        <div className={center.stack}>
          <p className={styles.lead}>{t('settings.thresholdsText')}</p>
          <div className={styles.numbers}>
            {thresholds.map((name) => (
              <SettingInput key={name} form={form} name={name} hint={t(`settings.hint.${name}`)} />
            ))}
          </div>
        </div>
      </Card>
      <Card title={t('settings.part.tabs')}>
        <TabsPart form={form} />
      </Card>
      <Card title={t('settings.part.synonyms')}>
        <SettingInput form={form} name="synonyms" hint={t('settings.hint.synonyms')} lines={6} />
      </Card>
      <Card title={t('settings.part.model')}>
        <div className={center.stack}>
          {form.mayWrite && <ModelCard />}
          <SettingInput form={form} name="modelIsOn" />
          <SettingInput form={form} name="sendsFiles" />
          <p className={styles.lead}>{t('settings.sends')}</p>
          <div className={styles.numbers}>
            {modelNumbers.map((name) => (
              <SettingInput key={name} form={form} name={name} />
            ))}
          </div>
        </div>
      </Card>
      {form.mayWrite && (
        <div className={admin.save}>
          <div className={admin.actions}>
            <SaveBar form={form} onReview={() => setReviewed(true)} />
          </div>
        </div>
      )}
      <SettingsHistory form={form} />
      {isReviewed && <SaveStep form={form} onBack={() => setReviewed(false)} onSaved={() => setReviewed(false)} />}
    </section>
  );
}

const thresholds = ['answerAt', 'followUpAt', 'suggestAt', 'foreignBelow', 'suggestions'] as const;
const modelNumbers = [
  'tokensPerConversation',
  'tokensPerUserDay',
  'tokensPerDay',
  'centsPerMillionIn',
  'centsPerMillionOut',
] as const;
