import { lazy, Suspense } from 'react';
import type { Answer } from '#domain/chat/chat.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useTranslation } from 'react-i18next';

const Calculator = lazy(async () => ({ default: (await import('./calculator.tsx')).Calculator }));

/** The calculator under an answer that was computed; the formulas are loaded with the first one. */
export function AnswerCalculation({ answer }: { answer: Answer }) {
  const { t } = useTranslation('chat');
  if (answer.calculation === undefined) return null;
  return (
    <Suspense fallback={<Skeleton label={t('calculation.loading')} lines={3} shape="row" />}>
      <Calculator questionId={answer.questionId} calculation={answer.calculation} />
    </Suspense>
  );
}
