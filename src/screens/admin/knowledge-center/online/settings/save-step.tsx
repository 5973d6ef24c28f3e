import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsMeasuring } from '#domain/assistant/settings.ts';
import { saveSettings } from '../../../../../net/assistant-settings.ts';
import { Refused } from '../../../../../net/errors.ts';
import { useSession } from '../../../../../session/session-context.tsx';
import { Banner } from '../../../../../ui/banner.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { Field } from '../../../../../ui/field.tsx';
import { showNotice } from '../../../../../ui/notice.tsx';
import { failureOf } from '../../../../remote/remote.ts';
import { useKeyedWrite } from '../../../keyed-write.ts';
import { MeasuredFigures } from '../measured-figures.tsx';
import { ChangeList } from './change-list.tsx';
import { type Measurement, useMeasurement } from './use-measurement.ts';
import type { SettingsForm } from './use-settings-form.ts';
import center from '../center.module.css';
import styles from './settings.module.css';

interface SaveStepProps {
  form: SettingsForm;
  /** Goes back to the fields; what was typed stays. */
  onBack: () => void;
  onSaved: () => void;
}

/** Shows what differs and what the question set gives with it, and asks why, before settings are saved. */
export function SaveStep({ form, onBack, onSaved }: SaveStepProps) {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const [why, setWhy] = useState('');
  const [isWhyMissing, setWhyMissing] = useState(false);
  const { current, settings } = form;
  const handleStale = () => {
    form.reload();
    onBack();
  };
  const isMeasured = needsMeasuring(current.settings, settings);
  const body = { replaces: current.version, settings };
  const measurement = useMeasurement(isMeasured ? body : undefined, handleStale);
  const write = useKeyedWrite((error) => {
    if (!(error instanceof Refused)) return t(`admin:orders.failed.${failureOf(error).kind}`);
    if (error.code !== 'STALE') return t(`refused.${error.code === 'FORBIDDEN' ? 'FORBIDDEN' : 'INVALID'}`);
    if (JSON.stringify(error.details ?? null).includes('outdated')) {
      measurement.again();
      return t('settings.outdated');
    }
    handleStale();
    return undefined;
  });
  const isReady = !isMeasured || measurement.now?.state === 'done';
  const drops = measurement.now?.result?.needs_reason === true;

  async function handleSave(): Promise<void> {
    if (why.trim() === '') return setWhyMissing(true);
    const whole = { ...body, why: why.trim(), measurement_id: isMeasured ? (measurement.now?.id ?? null) : null };
    const saved = await write.run(whole, (key) => saveSettings(api, whole, key));
    if (saved === undefined) return;
    form.discard();
    form.reload();
    showNotice({ title: t('settings.saved', { version: saved.reply.version }), tone: 'ok' });
    onSaved();
  }

  return (
    <Dialog
      open
      place="wide"
      onClose={onBack}
      title={t('settings.saveTitle', { version: current.version + 1 })}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onBack}>{t('settings.back')}</Button>
          <Button variant="primary" busy={write.isBusy} disabled={!isReady} onClick={() => void handleSave()}>
            {t('settings.save')}
          </Button>
        </>
      }
    >
      <div className={center.stack}>
        <ChangeList changes={form.changes} />
        {isMeasured && <Measured measurement={measurement} />}
        <Field
          label={t(drops ? 'settings.whyDrop' : 'settings.why')}
          hint={t('sync.reasonHint')}
          error={isWhyMissing && why.trim() === '' ? t('sync.reasonMissing') : undefined}
          required
          value={why}
          lines={2}
          onChange={setWhy}
        />
        <div role="alert">{write.problem !== undefined && <Banner tone="danger">{write.problem}</Banner>}</div>
      </div>
    </Dialog>
  );
}

/** How far the measurement is, or what it gave. */
function Measured({ measurement: { now, failure, again } }: { measurement: Measurement }): ReactNode {
  const { t } = useTranslation('center');
  const isFailed = failure !== undefined || now?.state === 'failed' || now?.state === 'cancelled';
  if (isFailed) {
    return (
      <Banner
        tone="danger"
        action={
          <Button small onClick={again}>
            {t('sync.again')}
          </Button>
        }
      >
        {t(failure?.kind === 'unreachable' ? 'settings.unreachable' : 'settings.notMeasured')}
      </Banner>
    );
  }
  if (now?.state === 'done' && now.result !== null) return <MeasuredFigures result={now.result} />;
  const percent = Math.round((now?.progress ?? 0) * 100);
  return (
    <div className={center.stack}>
      <progress className={styles.progress} aria-label={t('settings.measuring')} max={100} value={percent} />
      <output>{t('sync.running', { percent })}</output>
    </div>
  );
}
