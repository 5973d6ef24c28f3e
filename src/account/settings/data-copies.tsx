import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import type { CopyReply } from '#domain/spine/wire/own.ts';
import { Refused } from '../../net/errors.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { sizeText } from '../../chat/parts/file-bytes.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useDownload } from '../../ui/use-download.ts';
import { useNow } from '../../ui/now.ts';
import { useOnline } from '../../ui/online.ts';
import { failureText } from '../../shell/remote/failure-text.ts';
import { type Remote, useReply } from '../../shell/remote/remote.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { useSession } from '../../session/session-context.tsx';
import { dateOf, momentOf } from '../../i18n/times.ts';
import styles from './settings.module.css';
import { call, downloadFrom } from '../../net/call.ts';

/** Poll interval in milliseconds while a copy is being made. */
const pollMs = 3000;

/** Copies of the user's own data: a button that requests one, and the list of existing ones. */
export function DataCopies({ above }: { above: Remote<unknown> }) {
  const { t } = useTranslation('company');
  const { api } = useSession();
  const online = useOnline();
  const remote = useReply('GET /users/me/copies');
  const { isBusy, run } = useAttempt((error) => {
    const isFull = error instanceof Refused && error.code === 'QUOTA_EXCEEDED';
    showNotice({ title: isFull ? t('copy.full') : failureText(t, error), tone: 'danger' });
  });
  const { reload } = remote;
  const isMaking = remote.value?.items.some(({ state }) => state === 'making') === true;
  useEffect(() => {
    if (!isMaking || !online) return undefined;
    const timer = setInterval(reload, pollMs);
    return () => clearInterval(timer);
  }, [isMaking, online, reload]);
  const handleAsk = () => {
    void run(() => call(api, 'POST /users/me/copies')).then(reload);
  };
  return (
    <Card title={t('copy.title')}>
      <div className={styles.fields}>
        <p className={styles.lead}>{t('copy.text')}</p>
        <div className={styles.add}>
          <Button icon={<Download aria-hidden />} busy={isBusy} disabled={!online || isMaking} onClick={handleAsk}>
            {t('copy.ask')}
          </Button>
          {!online && <small>{t('remote.needed')}</small>}
        </div>
        <RemoteView remote={remote} words="company" above={above}>
          {({ items }) =>
            items.length > 0 && (
              <ul className={styles.list} aria-label={t('copy.list')} aria-live="polite">
                {items.map((copy) => (
                  <CopyRow key={copy.id} copy={copy} />
                ))}
              </ul>
            )
          }
        </RemoteView>
      </div>
    </Card>
  );
}

function CopyRow({ copy: { asked_at: askedAt, state, until, size, url } }: { copy: CopyReply }) {
  const { t, i18n } = useTranslation('company');
  const { api } = useSession();
  const now = useNow();
  const { isBusy, save } = useDownload();
  const when = momentOf(i18n.language, askedAt, now);
  const handleFetch = () => {
    if (url === null) return;
    void save(downloadFrom(api, url), 'my-data.zip', (error) => ({ title: failureText(t, error) }));
  };
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <strong>{t('copy.asked', { when })}</strong>
        {state === 'ready' && (
          <span>
            {t('copy.ready', {
              date: dateOf(i18n.language, until ?? askedAt),
              size: sizeText(i18n.language, size ?? 0),
            })}
          </span>
        )}
      </div>
      <div className={styles.actions}>
        {state === 'ready' ? (
          <IconButton
            label={t('copy.fetch', { when })}
            icon={<Download aria-hidden />}
            aria-busy={isBusy || undefined}
            onClick={handleFetch}
          />
        ) : (
          <Chip tone={state === 'making' ? 'info' : 'neutral'}>{t(`copy.${state}`)}</Chip>
        )}
      </div>
    </li>
  );
}
