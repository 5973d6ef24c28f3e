import { isPremium, plans, type Plan, freeTrialDays } from '#domain/account/plans-and-prices.ts';
import type { PlanReply } from '#domain/payment/wire/payments.ts';
import type { Payments } from './payments.ts';

/** The price list in the form of the API's replies. */

/** Returns the plans, on one page, with the payment methods of this server. */
export function planList(payments: Payments, which: 'all' | 'premium' = 'all') {
  const shown = which === 'all' ? plans : plans.filter(isPremium);
  return {
    ...whole(shown.map((plan) => planReplyOf(plan, payments))),
    payment: waysOf(payments),
    questions: payments.questions,
  };
}

/** Returns each plan that can be bought directly, once per payment method. */
export function productList(payments: Payments) {
  const sold = plans.filter(({ sale }) => sale === 'self');
  const items = sold.flatMap(({ id, name, price, currency, interval }) =>
    waysOf(payments).map((payment) => ({
      id: `${id}/${payment}`,
      plan: id,
      name,
      price,
      currency,
      interval,
      payment,
      billing_type: 'fixed' as const,
    })),
  );
  return whole(items);
}

function waysOf({ providers }: Payments): ('invoice' | 'card')[] {
  return providers.card === undefined ? ['invoice'] : ['invoice', 'card'];
}

function planReplyOf(plan: Plan, { settings }: Payments): PlanReply {
  const { id, name, price, currency, interval, features, licenses, sale, trial } = plan;
  const trialDays = trial ? freeTrialDays : 0;
  const listed = { id, name, price, currency, interval, features: [...features], licenses, sale };
  const { taxBp, noTaxReason } = settings;
  const because = noTaxReason === undefined ? {} : { no_tax_reason: noTaxReason };
  return { ...listed, trial_days: trialDays, tax_bp: taxBp, ...because };
}

function whole<T>(items: T[]) {
  return { items, total: items.length, page: 1, limit: items.length };
}
