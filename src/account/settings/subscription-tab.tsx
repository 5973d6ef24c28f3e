import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Subscription } from '#domain/account/users.ts';
import { whoAmI } from '../../net/auth.ts';
import type { Api } from '../../net/http.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useRemote } from '../../shell/remote/remote.ts';
import { dateOf } from '../../i18n/times.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { call } from '../../net/call.ts';
import styles from './settings.module.css';

const tones: Record<Subscription['status'], string> = {
  active: 'ok',
  trailing: 'info',
  past_due: 'warn',
  cancelled: 'danger',
};

/** Subscription tab: the plan and the state of its subscription. Payment has a page of its own, `/pay`. */
export function SubscriptionTab() {
  const { t, i18n } = useTranslation(['company', 'payments']);
  const remote = useRemote('subscription', planOf);
  return (
    <RemoteView remote={remote} words="company">
      {({ plan, subscription, licenses }) => (
        <Card
          title={t('plan.title')}
          aside={
            subscription !== null && (
              <Chip tone={tones[subscription.status]}>{t(`plan.status.${subscription.status}`)}</Chip>
            )
          }
          footer={
            <Link to="/pay" className={buttonClass} data-variant="primary">
              {t('plan.change')}
            </Link>
          }
        >
          <dl className={styles.facts}>
            <dt>{t('plan.name')}</dt>
            <dd>
              {plan === null ? t('plan.none') : t(`payments:plan.${plan.name}.name`, { defaultValue: plan.name })}
            </dd>
            {subscription !== null && (
              <>
                <dt>{t('plan.billing')}</dt>
                <dd>{t(`plan.billed.${subscription.billing_type}`)}</dd>
                <dt>{t(subscription.status === 'active' ? 'plan.until' : 'plan.ends')}</dt>
                <dd>
                  {subscription.current_period_end === null
                    ? t('plan.open')
                    : dateOf(i18n.language, subscription.current_period_end)}
                </dd>
              </>
            )}
            <dt>{t('plan.licenses')}</dt>
            <dd>{t('plan.licensesUsed', licenses)}</dd>
          </dl>
        </Card>
      )}
    </RemoteView>
  );
}

async function planOf(api: Api) {
  const [me, own] = await Promise.all([whoAmI(api), call(api, 'GET /company_v2')]);
  return {
    plan: me.plan,
    subscription: me.subscription,
    licenses: { used: own.licenses_used, limit: own.company_license_limit },
  };
}
