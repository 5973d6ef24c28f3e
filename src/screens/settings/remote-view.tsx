import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CloudOff, ServerCrash } from 'lucide-react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Remote, RemoteFailure } from '../remote.ts';
import { timeOf } from '../times.ts';
import styles from './settings.module.css';

/** Something of the server's: a skeleton, the thing itself, what was last seen of it, or why there is nothing to see. */
export function RemoteView<T>({ remote, children }: { remote: Remote<T>; children: (value: T) => ReactNode }) {
  const { t, i18n } = useTranslation('company');
  const { value, failure, seenAt, reload } = remote;
  const again = (
    <Button small onClick={reload}>
      {t('remote.again')}
    </Button>
  );
  if (value === undefined) {
    if (failure === undefined) return <Skeleton label={t('common:state.loading')} lines={3} shape="row" />;
    return <Failed failure={failure} action={again} />;
  }
  return (
    <>
      <output className={styles.notes}>
        {failure !== undefined && seenAt !== undefined && (
          <Banner tone="warn" action={again}>
            {t('remote.asOf', { time: timeOf(i18n.language, seenAt) })}
          </Banner>
        )}
      </output>
      {children(value)}
    </>
  );
}

function Failed({ failure, action }: { failure: RemoteFailure; action: ReactNode }) {
  const { t } = useTranslation('company');
  const icon = failure.kind === 'unreachable' ? <CloudOff /> : <ServerCrash />;
  return (
    <EmptyState icon={icon} title={t(`remote.${failure.kind}Title`)} action={action}>
      <p>{t(`remote.${failure.kind}`)}</p>
      {failure.requestId !== undefined && (
        <details>
          <summary>{t('common:failure.details')}</summary>
          {failure.requestId}
        </details>
      )}
    </EmptyState>
  );
}
