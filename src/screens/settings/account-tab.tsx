import { useTranslation } from 'react-i18next';
import { DataCopies } from './data-copies.tsx';
import { DeleteAccount } from './delete-account.tsx';
import styles from './settings.module.css';

/** Account tab: copies of the user's data, and deletion of the account. */
export function AccountTab() {
  const { t } = useTranslation('company');
  return (
    <section className={styles.section} aria-label={t('tab.account')}>
      <DataCopies />
      <DeleteAccount />
    </section>
  );
}
