import { useTranslation } from 'react-i18next';
import { readDemoAccounts } from '../../net/demo-accounts.ts';
import { guestApi } from '../../net/page-apis.ts';
import { useRemote } from '../../shell/remote/remote.ts';
import basics from '../../ui/basics.module.css';
import styles from './demo-accounts.module.css';

interface DemoAccountsProps {
  onChoose: (email: string, password: string) => void;
}

/** The accounts of a server with demo data, each a button that signs in. Empty on all other servers. */
export function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const { t } = useTranslation('account');
  const demo = useRemote('demo', readDemoAccounts, guestApi).value ?? undefined;
  if (demo === undefined) return null;
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demo.title')}</h2>
      <ul>
        {demo.accounts.map(({ email, about }) => (
          <li key={email}>
            <button type="button" className={styles.account} onClick={() => onChoose(email, demo.password)}>
              <span>{t(`demo.about.${email.split('@', 1)[0]}`, { defaultValue: about })}</span>
              <span className={basics.quiet}>{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
