import { useTranslation } from 'react-i18next';
import { useMe } from '../../session/session-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { useReply } from '../remote/remote.ts';

/** Tells staff who write invoices, on their pages, that no invoice can be issued because the seller is not set. */
export function SellerNotice() {
  return useMe().permissions.includes('invoices.write') ? <Notice /> : null;
}

function Notice() {
  const { t } = useTranslation('admin');
  const { value } = useReply('GET /admin-api/invoices', { query: { status: 'draft', limit: 1 } });
  if (value === undefined || value.missing.length === 0) return null;
  return (
    <Banner tone="warn">
      {value.total === 0 ? t('seller.none') : t('seller.missing', { count: value.total })}{' '}
      {t('seller.settings', { names: value.missing.join(', ') })}
    </Banner>
  );
}
