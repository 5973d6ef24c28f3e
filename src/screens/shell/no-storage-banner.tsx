import { useTranslation } from 'react-i18next';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { Banner } from '../../ui/banner.tsx';

/** Banner while this browser stores nothing; it is on every page, in place of the connection and storage banners. */
export function NoStorageBanner() {
  const { t } = useTranslation();
  return (
    <Banner tone="warn" icon={<ShieldAlert aria-hidden />}>
      {t('banner.nothingKept')}
    </Banner>
  );
}
