import { useTranslation } from 'react-i18next';
import { Banner } from '../ui/banner.tsx';
import { useOnline } from '../ui/online.ts';

interface FailureProps {
  /** Reason why it failed. */
  problem: string | undefined;
  /** Whether it waits on this device while there is no connection; otherwise it needs one. */
  waits?: boolean;
}

/** Says in a form what a missing connection means for it, and why the last try failed. */
export function Failure({ problem, waits = false }: FailureProps) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  return (
    <div aria-live="polite">
      {!isOnline && <Banner tone="neutral">{t(waits ? 'orders.waitsOffline' : 'orders.offline')}</Banner>}
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
    </div>
  );
}
