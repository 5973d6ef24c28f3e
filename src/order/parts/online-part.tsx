import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';

interface OnlinePartProps<P> {
  load: () => Promise<ComponentType<P>>;
  /** Props of the part. */
  of: P;
  /** Shown while it loads. */
  loading?: ReactNode;
  /** Says that it needs a connection. */
  offline: string;
}

/** A part of a page that is loaded when it is first shown, because it is of use with a connection only. */
export function OnlinePart<P extends object>({ load, of, loading = null, offline }: OnlinePartProps<P>) {
  // A lazy component keeps its failure, so each opening has its own.
  const [Part] = useState(() => lazy(async () => ({ default: await load() })));
  return (
    <ErrorBoundary fallback={<p role="alert">{offline}</p>}>
      <Suspense fallback={loading}>
        <Part {...of} />
      </Suspense>
    </ErrorBoundary>
  );
}
