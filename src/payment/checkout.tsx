import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isEmail, normalEmail } from '#domain/account/contact.ts';
import { withTax } from '#domain/payment/tax.ts';
import type { CurrentReply, PlanReply, PlansReply, SubscribeV2Body } from '#domain/payment/wire/payments.ts';
import { problemWithTaxNumber } from '#domain/account/tax-number.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/form/field.tsx';
import { Select } from '../ui/form/select.tsx';
import { moneyOf } from '../i18n/money.ts';
import { useOnline } from '../ui/online.ts';
import { useSession } from '../session/session-context.tsx';
import { limitsIn, OfferTable } from './offer-table.tsx';
import { useSubscribe } from './use-subscribe.ts';
import { taxTextOf } from './plan-tax-text.ts';
import basics from '../ui/basics.module.css';
import styles from './pay.module.css';

interface CheckoutProps {
  plans: PlansReply;
  current: CurrentReply;
  /** The plan in the URL. */
  wantedPlan: string | null;
  onDone: (subscriptionId: string) => Promise<void>;
}

type Payment = 'invoice' | 'card';

/**
 * Choice of plan, invoice recipient and payment method. The shown amounts are informative; the server computes its own.
 */
export function Checkout({ plans, current, wantedPlan, onDone }: CheckoutProps) {
  const { t } = useTranslation('payments');
  const { me } = useSession();
  const isOnline = useOnline();
  const taken = current.subscription?.status === 'active' ? current.subscription.plan.name : undefined;
  const shown = plans.items.filter(({ id, sale }) => sale === 'self' || id === current.subscription?.plan.name);
  const [planId, setPlan] = useState(() => firstChoice(shown, wantedPlan, taken));
  const [payment, setPayment] = useState<Payment>('invoice');
  const [buyer, setBuyer] = useState({
    company: me.company?.name ?? '',
    name: me.display_name,
    address: '',
    vat_id: '',
    email: me.email,
  });
  /** Whether the summary is shown, which asks once more before an invoice is written. */
  const [isAsking, setAsking] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  const { send, isBusy, problem } = useSubscribe(async ({ checkout_url: url, subscription }) => {
    if (url === null) await onDone(subscription.id);
    else location.assign(url);
  });
  const plan = shown.find(({ id }) => id === planId);
  if (plan === undefined) return null;
  const isWrong = {
    name: buyer.name.trim() === '',
    address: buyer.address.trim() === '',
    email: !isEmail(normalEmail(buyer.email)),
  };
  const taxProblem = problemWithTaxNumber(buyer.vat_id);
  const canTry = current.trial_available && plan.trial_days > 0;

  function order(more: Pick<SubscribeV2Body, 'trial' | 'payment'>): void {
    setAsked(true);
    const isUnaddressed = more.trial !== true && isWrong.address;
    if (isBusy || isWrong.name || isWrong.email || isUnaddressed || taxProblem !== undefined) return;
    if (more.trial !== true && !isAsking) return setAsking(true);
    void send({ plan: planId as PlanReply['id'], buyer, ...more });
  }
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    order({ payment });
  }
  const set = (name: keyof typeof buyer) => (value: string) => {
    setAsking(false);
    setBuyer((before) => ({ ...before, [name]: value }));
  };

  return (
    <form className={styles.checkout} onSubmit={handleSubmit} noValidate>
      <Card title={t('checkout.title')}>
        <div className={basics.fields}>
          <Select
            label={t('checkout.plan')}
            value={planId}
            onChange={(id) => {
              setAsking(false);
              setPlan(id);
            }}
            options={shown.map(({ id }) => {
              const name = t(`plan.${id}.name`);
              return { value: id, label: id === taken ? t('checkout.taken', { name }) : name, disabled: id === taken };
            })}
            hint={t(`plan.${plan.id}.about`)}
          />
          <OfferTable limits={limitsIn(plans.questions)} planId={planId} />
          {plans.payment.length > 1 && (
            <Select
              label={t('checkout.payment')}
              value={payment}
              onChange={(value) => setPayment(value as Payment)}
              options={plans.payment.map((way) => ({ value: way, label: t(`checkout.${way}`) }))}
            />
          )}
        </div>
      </Card>
      <Card title={t('checkout.buyer')}>
        <div className={basics.fields}>
          <Field
            label={t('checkout.company')}
            value={buyer.company}
            onChange={set('company')}
            autoComplete="organization"
            hint={me.company === null && plan.licenses > 1 ? t('checkout.companyHint') : undefined}
          />
          <Field
            label={t('checkout.name')}
            value={buyer.name}
            onChange={set('name')}
            autoComplete="name"
            required
            error={hasAsked && isWrong.name ? t('problem.required') : undefined}
          />
          <Field
            label={t('checkout.address')}
            value={buyer.address}
            onChange={set('address')}
            autoComplete="street-address"
            lines={3}
            hint={t('checkout.addressHint')}
            required
            error={hasAsked && isWrong.address ? t('problem.address') : undefined}
          />
          <Field
            label={t('checkout.taxNumber')}
            value={buyer.vat_id}
            onChange={set('vat_id')}
            autoComplete="off"
            hint={t('checkout.taxNumberHint')}
            error={hasAsked && taxProblem !== undefined ? t(`problem.${taxProblem}`) : undefined}
          />
          <Field
            label={t('checkout.email')}
            kind="email"
            value={buyer.email}
            onChange={set('email')}
            autoComplete="email"
            required
            error={(hasAsked && isWrong.email) || problem.email !== undefined ? t('problem.email') : undefined}
          />
        </div>
      </Card>
      <Card>
        <Sums plan={plan} />
        <p className={basics.note}>{t(`checkout.${payment}Hint`)}</p>
        <output className={styles.notes}>
          {problem.whole !== undefined && <Banner tone="danger">{t(`problem.${problem.whole}`)}</Banner>}
          {!isOnline && <Banner tone="warn">{t('checkout.offline')}</Banner>}
        </output>
        {isAsking ? (
          <Summary plan={plan} buyer={buyer} isBusy={isBusy} onBack={() => setAsking(false)} />
        ) : (
          <Submit plan={plan} isBusy={isBusy} />
        )}
        {canTry && (
          <div className={styles.trial}>
            <Button busy={isBusy} onClick={() => order({ trial: true })}>
              {t('checkout.trial', { count: plan.trial_days })}
            </Button>
            <p className={basics.note}>{t('checkout.trialHint')}</p>
          </div>
        )}
        {!canTry && plan.trial_days > 0 && <NoTrial days={plan.trial_days} why={current.trial_refused} />}
        {(current.subscription ?? current.pending) !== null && (
          <Link to="/pay" className={buttonClass} data-variant="ghost">
            {t('checkout.back')}
          </Link>
        )}
      </Card>
    </form>
  );
}

/**
 * Returns the id of the plan shown first: the one in the URL, or the next one if the user has it already, else the
 * first; '' if no plan is left.
 */
function firstChoice(shown: readonly PlanReply[], wantedPlan: string | null, taken: string | undefined): string {
  const free = shown.filter(({ id }) => id !== taken);
  const after = shown.slice(shown.findIndex(({ id }) => id === taken) + 1);
  const wanted = free.find(({ id }) => id === wantedPlan);
  const next = wantedPlan === taken ? after[0] : undefined;
  return (wanted ?? next ?? free[0])?.id ?? '';
}

function Sums({ plan: { price, tax_bp: bp, currency } }: { plan: PlanReply }) {
  const { t, i18n } = useTranslation('payments');
  const { subtotal, tax, total } = withTax(price, bp);
  const money = (amount: number) => moneyOf(i18n.language, amount, currency);
  return (
    <dl className={styles.sums}>
      {bp > 0 && (
        <>
          <dt>{t('checkout.subtotal')}</dt>
          <dd>{money(subtotal)}</dd>
          <dt>{t('checkout.tax', { percent: bp / 100 })}</dt>
          <dd>{money(tax)}</dd>
        </>
      )}
      <dt>{t('checkout.total')}</dt>
      <dd className={styles.total}>{money(total)}</dd>
    </dl>
  );
}

/** Why the plan cannot be tried by this user. A running plan or trial needs no reason: the page shows it. */
function NoTrial({ days, why }: { days: number; why: CurrentReply['trial_refused'] }) {
  const { t } = useTranslation('payments');
  return why === 'used' ? <p className={basics.note}>{t('checkout.trialUsed', { count: days })}</p> : null;
}

interface SummaryProps {
  plan: PlanReply;
  buyer: Record<'company' | 'name' | 'address' | 'vat_id' | 'email', string>;
  isBusy: boolean;
  onBack: () => void;
}

/** Who is billed, and where: asked once before the order is sent. */
function Summary({ plan, buyer, isBusy, onBack }: SummaryProps) {
  const { t, i18n } = useTranslation('payments');
  const { id, price, tax_bp: bp, currency } = plan;
  const total = moneyOf(i18n.language, withTax(price, bp).total, currency);
  const { company, name, address, vat_id: taxNumber, email } = buyer;
  const lines = [company, name, ...address.split('\n'), taxNumber, email].filter((line) => line.trim() !== '');
  return (
    <fieldset className={styles.summary} aria-label={t('checkout.sureTitle')}>
      <strong>{t('checkout.sureTitle')}</strong>
      <p>{t('checkout.sure', { plan: t(`plan.${id}.name`), total })}</p>
      <p className={styles.address}>{lines.join('\n')}</p>
      <p>{taxTextOf(t, plan)}</p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t(isBusy ? 'checkout.busy' : 'checkout.sureYes')}
        </Button>
        <Button onClick={onBack}>{t('checkout.sureBack')}</Button>
      </div>
    </fieldset>
  );
}

function Submit({ plan: { price, tax_bp: bp, currency }, isBusy }: { plan: PlanReply; isBusy: boolean }) {
  const { t, i18n } = useTranslation('payments');
  const total = moneyOf(i18n.language, withTax(price, bp).total, currency);
  return (
    <Button type="submit" variant="primary" busy={isBusy}>
      {isBusy ? t('checkout.busy') : t('checkout.submit', { total })}
    </Button>
  );
}
