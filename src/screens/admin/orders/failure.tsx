import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { useOnline } from '../../../ui/online.ts';

/** Why a step was not taken, or that it cannot be without a connection. */
export function Failure({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  return (
    <div aria-live="polite">
      {!isOnline && <Banner tone="neutral">{t('orders.offline')}</Banner>}
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
    </div>
  );
}
