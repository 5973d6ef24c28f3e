import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import CloudOff from 'lucide-react/icons/cloud-off';
import ServerCrash from 'lucide-react/icons/server-crash';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useNow } from '../../ui/now.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import type { Remote } from './remote.ts';
import { momentOf } from '../../i18n/times.ts';
import styles from './remote-view.module.css';

interface RemoteViewProps<T> {
  remote: Remote<T>;
  /** Namespace of the texts for a missing reply, under `remote`. */
  words: 'company' | 'payments' | 'admin';
  /** Content to show without a reply, below the reason. */
  meanwhile?: ReactNode;
  /** Another view above on the same page: if both failed in the same way, only that one shows it and offers a retry. */
  above?: Remote<unknown>;
  children: (value: T) => ReactNode;
}

/** Shows data of the server: a skeleton, the data, the last known data, or why there is none. */
export function RemoteView<T>({ remote, words, meanwhile, above, children }: RemoteViewProps<T>) {
  const { t, i18n } = useTranslation(words);
  const { value, failure, seenAt, reload } = remote;
  const now = useNow();
  if (value === undefined && failure === undefined)
    return <Skeleton label={t('common:state.loading')} lines={3} shape="row" />;
  const isSaidAbove = failure !== undefined && failure.kind === above?.failure?.kind;
  const again = (
    <Button small onClick={reload}>
      {t('remote.again')}
    </Button>
  );
  const title = failure && t(`remote.${failure.kind}Title`);
  if (failure !== undefined && !isSaidAbove && value === undefined && meanwhile === undefined) {
    return (
      <EmptyState
        icon={failure.kind === 'unreachable' ? <CloudOff /> : <ServerCrash />}
        title={title ?? ''}
        action={again}
      >
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
  return (
    <>
      <output className={styles.word}>
        {failure !== undefined && !isSaidAbove && (
          <Banner tone="warn" action={again}>
            {seenAt === undefined
              ? `${title}. ${t(`remote.${failure.kind}`)}`
              : t('remote.asOf', { time: momentOf(i18n.language, seenAt, now) })}
          </Banner>
        )}
      </output>
      {value === undefined ? meanwhile : children(value)}
    </>
  );
}
