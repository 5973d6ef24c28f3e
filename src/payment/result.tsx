import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import type { CurrentReply, InvoiceReply, SubscriptionReply } from '#domain/payment/wire/payments.ts';
import { buttonClass } from '../ui/button.tsx';
import { useCurrentUser } from '../session/auth-context.tsx';
import { homeOf } from '../routing/guards.ts';
import { moneyOf } from '../i18n/money.ts';
import { useSession } from '../session/session-context.tsx';
import { calendarDay } from './days.ts';
import { InvoiceDownload } from './invoice-download.tsx';
import styles from './pay.module.css';

/** Result of an order: an invoice with instructions, a started trial, or an active plan. */
export function Result({ id, current }: { id: string; current: CurrentReply }) {
  const { t } = useTranslation('payments');
  const { me } = useSession();
  const user = useCurrentUser() ?? me;
  const { subscription, pending, invoices } = current;
  const mine = [pending, subscription].find((each) => each?.id === id) ?? pending ?? subscription;
  const ofMine = invoices.filter((each) => each.subscription_id === mine?.id);
  const invoice =
    mine?.status === 'pending' ? ofMine.find(({ status }) => status === 'open' || status === 'draft') : ofMine[0];
  const isWaiting = mine?.status === 'pending' && invoice === undefined;
  const Icon = isWaiting ? Clock : CircleCheck;
  return (
    <section className={styles.result} aria-live="polite">
      <Icon aria-hidden className={styles.sign} />
      {mine !== null && <Words mine={mine} invoice={invoice} />}
      <div className={styles.actions}>
        {mine !== null && mine.status !== 'pending' && (
          <Link to={homeOf(user)} className={buttonClass} data-variant="primary">
            {t('result.start')}
          </Link>
        )}
        {invoice !== undefined && invoice.status !== 'draft' && mine?.status !== 'trailing' && (
          <InvoiceDownload invoice={invoice} />
        )}
        <Link to="/pay" className={buttonClass} data-variant="secondary">
          {t('result.plan')}
        </Link>
      </div>
    </section>
  );
}

function Words({ mine, invoice }: { mine: SubscriptionReply; invoice: InvoiceReply | undefined }) {
  const { t, i18n } = useTranslation('payments');
  const plan = t(`plan.${mine.plan.name}.name`);
  if (mine.status === 'trailing') {
    return (
      <>
        <h2>{t('result.trialTitle')}</h2>
        <p>{t('result.trial', { plan, date: calendarDay(i18n.language, mine.current_period_end) })}</p>
      </>
    );
  }
  if (mine.status !== 'pending') {
    return (
      <>
        <h2>{t('result.activeTitle')}</h2>
        <p>{t('result.active', { plan })}</p>
      </>
    );
  }
  if (invoice === undefined) {
    return (
      <>
        <h2>{t('result.waitingTitle')}</h2>
        <p>{t('result.waiting')}</p>
      </>
    );
  }
  if (invoice.status === 'draft') {
    return (
      <>
        <h2>{t('result.waitsTitle')}</h2>
        <p>{t('result.waits')}</p>
      </>
    );
  }
  const amount = moneyOf(i18n.language, invoice.amount, invoice.currency);
  return (
    <>
      <h2>{t('result.title')}</h2>
      <p>{t('result.invoice', { number: invoice.number, email: invoice.email })}</p>
      <p>
        {t('result.due', { amount, due: calendarDay(i18n.language, invoice.due_on), number: invoice.number, plan })}
      </p>
    </>
  );
}
