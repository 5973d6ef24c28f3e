import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import CloudOff from 'lucide-react/icons/cloud-off';
import ServerCrash from 'lucide-react/icons/server-crash';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Remote } from './remote.ts';
import { timeOf } from '../words/times.ts';
import styles from './remote-view.module.css';

interface RemoteViewProps<T> {
  remote: Remote<T>;
  /** The file with what is said without an answer, under `remote`. */
  words: 'company' | 'paying';
  /** What can be shown without an answer, under the word why there is none. */
  meanwhile?: ReactNode;
  /** What stands above it on the same page: when both failed in the same way, it is said and tried again there alone. */
  above?: Remote<unknown>;
  children: (value: T) => ReactNode;
}

/** Something of the server's: a skeleton, the thing itself, what was last seen of it, or why there is nothing to see. */
export function RemoteView<T>({ remote, words, meanwhile, above, children }: RemoteViewProps<T>) {
  const { t, i18n } = useTranslation(words);
  const { value, failure, seenAt, reload } = remote;
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
              : t('remote.asOf', { time: timeOf(i18n.language, seenAt) })}
          </Banner>
        )}
      </output>
      {value === undefined ? meanwhile : children(value)}
    </>
  );
}
