import { useTranslation } from 'react-i18next';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { Banner } from '../../ui/banner.tsx';

/** This browser keeps nothing: said on every page for as long as it is so, in place of all that is said about keeping. */
export function NothingKept() {
  const { t } = useTranslation();
  return (
    <Banner tone="warn" icon={<ShieldAlert aria-hidden />}>
      {t('banner.nothingKept')}
    </Banner>
  );
}
