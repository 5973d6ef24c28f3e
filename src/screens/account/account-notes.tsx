import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { useOnline } from '../online.ts';
import styles from './login.module.css';
import type { FormFailure } from './use-account-form.ts';

/** What stands over an account form: that there is no network, and why the last try failed. */
export function AccountNotes({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useTranslation('account');
  const online = useOnline();
  const minutes = Math.max(1, Math.ceil((failure?.retryAfterMs ?? 60_000) / 60_000));
  return (
    <output className={styles.notes}>
      {!online && <Banner tone="warn">{t('failure.offline')}</Banner>}
      {failure !== undefined && <Banner tone="danger">{t(failure.key, { count: minutes })}</Banner>}
    </output>
  );
}
