import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CloudOff, ServerCrash } from 'lucide-react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Answer } from './use-answer.ts';
import styles from './plans.module.css';

/** A skeleton, the answer itself, the last one with a word that it may be old, or why there is none. */
export function AnswerView<T>({ answer, children }: { answer: Answer<T>; children: (value: T) => ReactNode }) {
  const { t } = useTranslation('paying');
  const { value, failure, ask } = answer;
  const again = (
    <Button small onClick={ask}>
      {t('again')}
    </Button>
  );
  if (value !== undefined) {
    return (
      <>
        <output className={styles.word}>
          {failure !== undefined && (
            <Banner tone="warn" action={again}>
              {t(`failure.${failure}.old`)}
            </Banner>
          )}
        </output>
        {children(value)}
      </>
    );
  }
  if (failure === undefined) return <Skeleton label={t('common:state.loading')} lines={3} shape="block" />;
  return (
    <EmptyState
      icon={failure === 'unreachable' ? <CloudOff /> : <ServerCrash />}
      title={t(`failure.${failure}.title`)}
      action={again}
    >
      {t(`failure.${failure}.text`)}
    </EmptyState>
  );
}
