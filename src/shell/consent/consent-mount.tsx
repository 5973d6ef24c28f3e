import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { useConsentQuestion } from './consent-question.ts';

const ConsentNotice = lazy(async () => ({ default: (await import('./consent-notice.tsx')).ConsentNotice }));

/** Mounts the cookie notice, whose code is loaded only when it is shown. */
export function ConsentMount() {
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
