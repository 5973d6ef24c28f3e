import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CloudOff, ServerCrash } from 'lucide-react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Answer } from './use-answer.ts';
import styles from './plans.module.css';

interface AnswerViewProps<T> {
  answer: Answer<T>;
  /** What can be shown without an answer, under the word why there is none. */
  meanwhile?: ReactNode;
  children: (value: T) => ReactNode;
}

/** A skeleton, the answer itself, the last one with a word that it may be old, or why there is none. */
export function AnswerView<T>({ answer, meanwhile, children }: AnswerViewProps<T>) {
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
  if (meanwhile !== undefined) {
    return (
      <>
        <output>
          <Banner tone="warn" action={again}>
            {t(`failure.${failure}.title`)}. {t(`failure.${failure}.text`)}
          </Banner>
        </output>
        {meanwhile}
      </>
    );
  }
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
