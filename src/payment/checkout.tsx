import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CurrentReply, PlanReply, PlansReply, SubscribeV2Body } from '#domain/payment/wire/payments.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/form/select.tsx';
import { useOnline } from '../ui/online.ts';
import { useSession } from '../session/session-context.tsx';
import { type TypedBuyer, BuyerCard, typedBuyerOf, type BuyerProblems, problemsWithBuyer } from './buyer-card.tsx';
import { Submit, Summary, Sums } from './checkout-sums.tsx';
import { limitsIn, OfferTable } from './offer-table.tsx';
import { useSubscribe } from './use-subscribe.ts';
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
  const taken = current.subscription?.status === 'active' ? current.subscription.plan.name : undefined;
  const shown = plans.items.filter(({ id, sale }) => sale === 'self' || id === current.subscription?.plan.name);
  const [choice, setChoice] = useState(() => ({
    planId: firstChoice(shown, wantedPlan, taken),
    buyer: typedBuyerOf(me),
  }));
  const [payment, setPayment] = useState<Payment>('invoice');
  const { isAsking, takeBack, order, isBusy, problem, buyerProblems } = useOrdering(choice, onDone);
  const { planId, buyer } = choice;
  const plan = shown.find(({ id }) => id === planId);
  if (plan === undefined) return null;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    order({ payment });
  }

  return (
    <form className={styles.checkout} onSubmit={handleSubmit} noValidate>
      <Card title={t('checkout.title')}>
        <div className={basics.fields}>
          <PlanSelect
            shown={shown}
            plan={plan}
            taken={taken}
            onChange={(id) => setChoice((before) => ({ ...before, planId: id }))}
          />
          <OfferTable limits={limitsIn(plans.questions)} planId={planId} />
          <PaymentSelect ways={plans.payment} value={payment} onChange={setPayment} />
        </div>
      </Card>
      <BuyerCard
        buyer={buyer}
        problems={buyerProblems}
        companyHint={me.company === null && plan.licenses > 1 ? t('checkout.companyHint') : undefined}
        onType={(change) => setChoice((before) => ({ ...before, buyer: { ...before.buyer, ...change } }))}
      />
      <Card>
        <Sums plan={plan} />
        <p className={basics.note}>{t(`checkout.${payment}Hint`)}</p>
        <Notes problem={problem} />
        {isAsking ? (
          <Summary plan={plan} buyer={buyer} isBusy={isBusy} onBack={takeBack} />
        ) : (
          <Submit plan={plan} isBusy={isBusy} />
        )}
        <Trial days={plan.trial_days} current={current} isBusy={isBusy} onTry={() => order({ trial: true })} />
        {(current.subscription ?? current.pending) !== null && (
          <Link to="/pay" className={buttonClass} data-variant="ghost">
            {t('checkout.back')}
          </Link>
        )}
      </Card>
    </form>
  );
}

interface CheckoutChoice {
  planId: string;
  buyer: TypedBuyer;
}

/** Returns a function that sends an order, once its user has confirmed this very choice and nothing is wrong. */
function useOrdering(choice: CheckoutChoice, onDone: CheckoutProps['onDone']) {
  const { planId, buyer } = choice;
  const [hasTried, setTried] = useState(false);
  /** The choice that the summary is about, which asks once more before an invoice is written. */
  const [asked, setAsked] = useState<CheckoutChoice>();
  const { send, isBusy, problem } = useSubscribe(async ({ checkout_url: url, subscription }) => {
    if (url === null) await onDone(subscription.id);
    else location.assign(url);
  });
  const wrong = problemsWithBuyer(buyer);
  const isAsking = asked === choice;

  function order(more: Pick<SubscribeV2Body, 'trial' | 'payment'>): void {
    setTried(true);
    const isUnaddressed = more.trial !== true && wrong.address !== undefined;
    const isWrong = wrong.name !== undefined || wrong.vat_id !== undefined || wrong.email !== undefined;
    if (isBusy || isUnaddressed || isWrong) return;
    if (more.trial !== true && !isAsking) return setAsked(choice);
    void send({ plan: planId as PlanReply['id'], buyer, ...more });
  }
  const buyerProblems: BuyerProblems = {
    ...(hasTried ? wrong : {}),
    ...(problem.email === undefined ? {} : { email: 'email' }),
  };
  return { isAsking, takeBack: () => setAsked(undefined), order, isBusy, problem: problem.whole, buyerProblems };
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

interface PlanSelectProps {
  shown: readonly PlanReply[];
  plan: PlanReply;
  /** The plan that the user has. */
  taken: string | undefined;
  onChange: (id: string) => void;
}

function PlanSelect({ shown, plan, taken, onChange }: PlanSelectProps) {
  const { t } = useTranslation('payments');
  return (
    <Select
      label={t('checkout.plan')}
      value={plan.id}
      onChange={onChange}
      options={shown.map(({ id }) => {
        const name = t(`plan.${id}.name`);
        return { value: id, label: id === taken ? t('checkout.taken', { name }) : name, disabled: id === taken };
      })}
      hint={t(`plan.${plan.id}.about`)}
    />
  );
}

interface PaymentSelectProps {
  ways: readonly Payment[];
  value: Payment;
  onChange: (way: Payment) => void;
}

/** Asks how the user pays, where there is more than one way. */
function PaymentSelect({ ways, value, onChange }: PaymentSelectProps) {
  const { t } = useTranslation('payments');
  if (ways.length < 2) return null;
  return (
    <Select
      label={t('checkout.payment')}
      value={value}
      onChange={(way) => onChange(way as Payment)}
      options={ways.map((way) => ({ value: way, label: t(`checkout.${way}`) }))}
    />
  );
}

/** Says why the last order failed, and that there is no network. */
function Notes({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('payments');
  const isOnline = useOnline();
  return (
    <output className={styles.notes}>
      {problem !== undefined && <Banner tone="danger">{t(`problem.${problem}`)}</Banner>}
      {!isOnline && <Banner tone="warn">{t('checkout.offline')}</Banner>}
    </output>
  );
}

interface TrialProps {
  days: number;
  current: CurrentReply;
  isBusy: boolean;
  onTry: () => void;
}

/**
 * Offers a trial, or says that the user has had one. A running plan or trial needs no reason: the page shows it.
 */
function Trial({ days, current, isBusy, onTry }: TrialProps) {
  const { t } = useTranslation('payments');
  if (days === 0) return null;
  if (current.trial_available) {
    return (
      <div className={styles.trial}>
        <Button busy={isBusy} onClick={onTry}>
          {t('checkout.trial', { count: days })}
        </Button>
        <p className={basics.note}>{t('checkout.trialHint')}</p>
      </div>
    );
  }
  return current.trial_refused === 'used' ? (
    <p className={basics.note}>{t('checkout.trialUsed', { count: days })}</p>
  ) : null;
}
