import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useConsentQuestion } from './consent-question.ts';

const ConsentNotice = lazy(async () => ({ default: (await import('./consent-notice.tsx')).ConsentNotice }));

/** Where the question about cookies appears; loaded only where it is asked. */
export function ConsentPlace() {
  const question = useConsentQuestion();
  if (question === 'closed') return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <ConsentNotice isChoosing={question === 'choosing'} />
      </Suspense>
    </ErrorBoundary>
  );
}
