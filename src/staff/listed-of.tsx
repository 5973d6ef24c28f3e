import { useTranslation } from 'react-i18next';

/** Says that a list has only the newest entries; renders nothing where it has all. */
export function ListedOf({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation('admin');
  return total > shown ? <p>{t('listed', { shown, total })}</p> : null;
}
