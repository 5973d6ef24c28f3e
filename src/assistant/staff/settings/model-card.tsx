import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelReply, TriedReply } from '#domain/assistant/wire/model.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { Button } from '../../../ui/button.tsx';
import { remoteFailureOf, useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { call } from '../../../net/call.ts';
import admin from '../../../staff/admin.module.css';
import center from '../parts/center.module.css';
import styles from './settings.module.css';

/** The language model as the server's environment sets it, what it used, and a test call. */
export function ModelCard() {
  const { t } = useTranslation('center');
  const remote = useReply('GET /admin-api/model');
  return (
    <RemoteView remote={remote} words="admin">
      {(model) =>
        model.model === null ? (
          <Banner tone="neutral">{t('settings.model.none')}</Banner>
        ) : (
          <div className={center.stack}>
            <dl className={styles.facts}>
              <dt>{t('settings.model.endpoint')}</dt>
              <dd>{model.endpoint}</dd>
              <dt>{t('settings.model.name')}</dt>
              <dd>{model.model}</dd>
              <dt>{t('settings.model.key')}</dt>
              <dd>{t(model.has_key ? 'settings.model.keySet' : 'settings.model.keyNone')}</dd>
              <dt>{t('settings.model.usage')}</dt>
              <dd>{t(model.reports_usage ? 'settings.model.reported' : 'settings.model.estimated')}</dd>
            </dl>
            <UseTable model={model} />
            <TestCall onTested={remote.reload} />
          </div>
        )
      }
    </RemoteView>
  );
}

function UseTable({ model }: { model: ModelReply }) {
  const { t, i18n } = useTranslation('center');
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  return (
    <table className={admin.rows}>
      <thead>
        <tr>
          <th scope="col">{t('settings.model.use')}</th>
          <th scope="col">{t('settings.model.answers')}</th>
          <th scope="col">{t('settings.model.tokens')}</th>
          <th scope="col">{t('settings.model.cost')}</th>
        </tr>
      </thead>
      <tbody>
        {(['today', 'month'] as const).map((span) => {
          const { answers, failed, tokens_in: read, tokens_out: written, cents } = model[span];
          return (
            <tr key={span}>
              <th scope="row">{t(`settings.model.${span}`)}</th>
              <td data-label={t('settings.model.answers')}>
                {number(answers)} {failed > 0 && <small>{t('settings.model.failed', { count: failed })}</small>}
              </td>
              <td data-label={t('settings.model.tokens')}>{number(read + written)}</td>
              <td data-label={t('settings.model.cost')}>{number(cents / 100)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The model itself may take up to two minutes, twice. */
const testTimeoutMs = 250_000;

function TestCall({ onTested }: { onTested: () => void }) {
  const { t } = useTranslation(['center', 'admin']);
  const { api } = useSession();
  const { isBusy, problem, run } = useAttempt((error) => t(`admin:orders.failed.${remoteFailureOf(error).kind}`));
  const [tried, setTried] = useState<TriedReply>();
  const test = async () => {
    setTried(await call(api, 'POST /admin-api/model/test', { timeoutMs: testTimeoutMs }));
    onTested();
  };
  return (
    <>
      <div>
        <Button busy={isBusy} onClick={() => void run(test)}>
          {t(isBusy ? 'settings.model.testing' : 'settings.model.test')}
        </Button>
      </div>
      <output className={center.stack}>
        {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
        {problem === undefined && tried !== undefined && (
          <Banner tone={tried.works ? 'ok' : 'danger'}>
            {tried.found.join(' ')}{' '}
            {tried.first_ms !== null &&
              t('settings.model.took', { first: tried.first_ms, whole: tried.whole_ms ?? tried.first_ms })}
          </Banner>
        )}
      </output>
    </>
  );
}
