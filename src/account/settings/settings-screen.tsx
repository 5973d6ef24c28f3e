import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { hasNavigatorPass, seesCompanySettings } from '#domain/account/permissions.ts';
import { useFreshMe } from '../../session/fresh-me.ts';
import { TabRow } from '../../ui/tab-row.tsx';
import { useReply } from '../../shell/remote/remote.ts';
import { CompanyData } from './company-data.tsx';
import { CompanyUsers } from './company-users.tsx';
import { OrderMails } from './order-mails.tsx';
import { Profile } from './profile.tsx';
import { OwnFiles } from './own-files.tsx';
import { SubscriptionTab } from './subscription-tab.tsx';
import styles from './settings.module.css';
import { DataCopies } from './data-copies.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** Tabs by their name in the URL (`?tab=`). Those of the company are for its administrators while they have a plan. */
const tabs: { name: string; ofCompany: boolean; Content: ComponentType }[] = [
  { name: 'files', ofCompany: false, Content: OwnFiles },
  { name: 'company', ofCompany: true, Content: CompanyData },
  { name: 'users', ofCompany: true, Content: CompanyUsers },
  { name: 'subscription', ofCompany: true, Content: SubscriptionTab },
  { name: 'account', ofCompany: false, Content: AccountTab },
];

/** Settings: own files and account for every user, the company for its administrators. */
export function SettingsScreen() {
  const { t } = useTranslation('company');
  const me = useFreshMe();
  const [params] = useSearchParams();
  const mine = tabs.filter(({ ofCompany }) => !ofCompany || seesCompanySettings(me));
  const current = mine.find(({ name }) => name === params.get('tab')) ?? tabs[0];
  if (current === undefined) return null;
  const row = mine.map(({ name }) => ({ name, text: t(`tab.${name}`), to: `/settings/upload?tab=${name}` }));
  return (
    <div className={styles.page}>
      <TabRow label={t('tab.label')} tabs={row} current={current.name} />
      <current.Content />
    </div>
  );
}

/** Account tab: profile, e-mails, copies of the user's data, and deletion of the account. */
function AccountTab() {
  const { t } = useTranslation('company');
  const me = useFreshMe();
  const own = useReply('GET /users/me/profile');
  return (
    <section className={styles.section} aria-label={t('tab.account')}>
      <Profile remote={own} />
      {hasNavigatorPass(me) && <OrderMails above={own} />}
      <DataCopies above={own} />
      <DeleteAccount above={own} />
    </section>
  );
}
