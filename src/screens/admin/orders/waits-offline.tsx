import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { useOnline } from '../../../ui/online.ts';

/** Says in the form of a step that it waits for a connection, and why it could not be kept. */
export function WaitsOffline({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  return (
    <div aria-live="polite">
      {!isOnline && <Banner tone="neutral">{t('orders.waitsOffline')}</Banner>}
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
    </div>
  );
}
