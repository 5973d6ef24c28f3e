import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { useOnline } from '../../ui/online.ts';
import styles from './login.module.css';
import { tooManyText } from './too-many.ts';
import type { FormFailure } from './use-account-form.ts';

/** Notes above an account form: that the device is offline, and why the last try failed. */
export function AccountNotes({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useTranslation('account');
  const online = useOnline();
  return (
    <output className={styles.notes}>
      {!online && <Banner tone="warn">{t('failure.offline')}</Banner>}
      {failure !== undefined && <Banner tone="danger">{formFailureText(t, failure)}</Banner>}
    </output>
  );
}

function formFailureText(t: TFunction<'account'>, { key, retryAfterMs }: FormFailure): string {
  return key === 'tooMany' ? tooManyText(t, retryAfterMs) : t(key);
}
