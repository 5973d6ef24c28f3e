import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { CurrentReply, PlansReply, InvoiceReply } from '#domain/payment/wire/payments.ts';
import type { Api } from '../net/http.ts';
import { Banner } from '../ui/banner.tsx';
import { useRemote } from '../shell/remote/remote.ts';
import { RemoteView } from '../shell/remote/remote-view.tsx';
import { Checkout } from './checkout.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { PendingPlan } from './pending-plan.tsx';
import { Result } from './result.tsx';
import { call } from '../net/call.ts';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { moneyOf } from '../i18n/money.ts';
import { calendarDay } from './days.ts';
import { InvoiceDownload } from './invoice-download.tsx';
import basics from '../ui/basics.module.css';
import styles from './pay.module.css';

/**
 * 'Subscription': the current plan, changing and canceling it, buying, and invoices. `?plan=` opens the choice with
 * that plan, `?done=` shows the result of an order, `?paid=` is the return from the card provider's page.
 */
export function PayScreen() {
  const remote = useRemote('plans and subscription', everything);
  const [search] = useSearchParams();
  return (
    <div className={styles.page} data-choosing={search.has('plan') || undefined}>
      <RemoteView remote={remote} words="payments">
        {({ plans, current }) => <Payments plans={plans} current={current} ask={remote.reload} />}
      </RemoteView>
    </div>
  );
}

async function everything(api: Api): Promise<{ plans: PlansReply; current: CurrentReply }> {
  const [plans, current] = await Promise.all([
    call(api, 'GET /subscriptions/plans'),
    call(api, 'GET /subscriptions/current'),
  ]);
  return { plans, current };
}

/** Polling interval while the page is visible, to notice payments made elsewhere or recorded by staff. */
const lookEveryMs = 4000;

function Payments({ plans, current, ask }: { plans: PlansReply; current: CurrentReply; ask: () => void }) {
  const { t } = useTranslation('payments');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const waits = current.pending !== null;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), lookEveryMs);
    return () => clearInterval(timer);
  }, [waits, ask]);

  const done = search.get('done') ?? search.get('paid');
  const hasAny = current.pending !== null || current.subscription !== null;
  if (done !== null && hasAny) return <Result id={done} current={current} />;
  const wantedPlan = search.get('plan');
  const isChoosing = wantedPlan !== null || !hasAny;
  async function handleDone(id: string): Promise<void> {
    ask();
    await navigate(`/pay?done=${id}`, { replace: true });
  }
  return (
    <>
      {isChoosing && current.may_change ? (
        <Checkout plans={plans} current={current} wantedPlan={wantedPlan} onDone={handleDone} />
      ) : (
        <>
          {current.pending !== null && <PendingPlan current={current} pending={current.pending} onChanged={ask} />}
          {current.subscription !== null && (
            <CurrentPlan subscription={current.subscription} mayCancel={current.may_cancel} onChanged={ask} />
          )}
          {isOfCompany(current) && <Banner tone="info">{t('current.company')}</Banner>}
        </>
      )}
      {(!isChoosing || current.invoices.length > 0) && <InvoiceList invoices={current.invoices} />}
    </>
  );
}

/** Whether someone else manages the current plan, even if this user may buy one of their own. */
function isOfCompany({ subscription, may_change: mayChange, may_cancel: mayCancel }: CurrentReply): boolean {
  return !mayChange || (subscription !== null && !mayCancel);
}

const tones: Record<InvoiceReply['status'], string> = { draft: 'neutral', open: 'warn', paid: 'ok', void: 'neutral' };

/** The user's invoices and credit notes, newest first. */
function InvoiceList({ invoices }: { invoices: InvoiceReply[] }) {
  const { t, i18n } = useTranslation('payments');
  return (
    <Card title={t('invoices.title')}>
      {invoices.length === 0 ? (
        <p className={basics.note}>{t('invoices.none')}</p>
      ) : (
        <ul className={styles.invoices}>
          {invoices.map((invoice) => (
            <li key={invoice.id}>
              <strong>{invoice.number || t('invoices.waits')}</strong>
              <span className={basics.note}>{calendarDay(i18n.language, invoice.issued_on)}</span>
              <span>{moneyOf(i18n.language, invoice.amount, invoice.currency)}</span>
              <Chip tone={tones[invoice.status]}>
                {t(`invoices.${invoice.kind === 'credit_note' ? 'refund' : 'is'}.${invoice.status}`)}
              </Chip>
              {invoice.status !== 'draft' && <InvoiceDownload invoice={invoice} small />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
