import { randomUUID } from 'node:crypto';
import { isEmail, normalEmail } from '#domain/account/contact.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { withTax } from '#domain/payment/tax.ts';
import { hasNavigatorPass, specialCompanyId } from '#domain/account/permissions.ts';
import { planNamed, type Plan, freeTrialDays } from '#domain/account/plans-and-prices.ts';
import type { SubscribeBody, SubscribeV2Body, SubscribeV2Reply } from '#domain/payment/wire/payments.ts';
import type { User } from '#domain/account/users.ts';
import { cleanTaxNumber, problemWithTaxNumber } from '#domain/account/tax-number.ts';
import { cleanLines, cleanName } from '#domain/ground/text.ts';
import { askToRenewAtProvider } from './provider-calls.ts';
import { openInvoiceOf, type InvoiceRow } from './store/invoices.ts';
import { companyOf, lockCompany } from '../account/store/companies.ts';
import { daysFromNow } from './store/months.ts';
import {
  addSubscription,
  buyerOf,
  changeSubscription,
  lockOwner,
  type Buyer,
  type NewSubscription,
  type SubscriptionRow,
} from './store/subscriptions.ts';
import { end } from './activate-subscription.ts';
import { once } from '../spine/log/once.ts';
import { subscriptionsWithGiven, ownerOf, type OwnerSubscriptions } from './owner.ts';
import type { Payments, Provider, UnpaidOrder } from './payments.ts';
import { giveRights } from './subscription-rights.ts';
import { invoiceReplyOf, subscriptionReplyOf } from './replies.ts';
import { whyNoTrial } from './trial.ts';
import type { Tx } from '../database/db.ts';
import { transactionInTurn } from '../database/in-turn.ts';

/**
 * Buys a plan, or starts its trial.
 *
 *   (nothing) ──subscribe──> pending ──paid──> active ──cancelled──> active, ends with its time ──> cancelled
 *       └──────trial──────> trailing ──paid──> active │ ──time over, not paid──> past_due
 *                              └──time over──> cancelled
 *
 * A trial or an active plan continues while another one waits for its payment, and ends when that is paid.
 */
export async function subscribe(
  payments: Payments,
  user: User,
  body: SubscribeV2Body,
  key: string,
): Promise<SubscribeV2Reply> {
  const { payment = 'invoice', ...order } = body;
  const provider = payments.providers[payment];
  if (provider === undefined) throw new Refusal('PAYMENT_NOT_CONFIGURED');
  refuseWrongBuyer(order.buyer);
  const write = { key, actor: user.id, what: 'subscribe', body };
  const bought = await transactionInTurn(payments.db, { user: user.id, kind: 'payments' }, (tx) =>
    once(tx, write, () => buy(tx, payments, user, order, payment)),
  );
  const checkout = bought.unpaidOrder === null ? null : await provider.checkout(bought.unpaidOrder);
  return { subscription: bought.subscription, invoice: bought.invoice, checkout_url: checkout };
}

interface Purchase extends Omit<SubscribeV2Reply, 'checkout_url'> {
  /** The unpaid order, for which the provider is asked for a payment page after the transaction. */
  unpaidOrder: UnpaidOrder | null;
}

async function buy(
  tx: Tx,
  payments: Payments,
  user: User,
  order: SubscribeBody,
  payment: 'invoice' | 'card',
): Promise<Purchase> {
  const plan = salePlan(order.plan, user);
  await lockOwner(tx, ownerOf(user));
  const current = await subscriptionsWithGiven(tx, user, payments.settings.taxBp);
  if (order.trial === true) return boughtOf(await beginTrial(tx, payments, user, plan, order, current), null);
  const { running } = current;
  if (running?.plan_name === plan.id && running.status === 'active') return await resume(tx, running);
  await refuseTooSmall(tx, user, plan);
  const provider = payments.providers[payment] as Provider;
  const unpaid = await unpaidFor(tx, current, plan, payment);
  if (unpaid !== undefined) return boughtOf(unpaid, (await openInvoiceOf(tx, unpaid.id)) ?? null, payment === 'card');
  const subscription = await addSubscription(tx, {
    ...(await contractOf(tx, payments, user, plan, order)),
    provider: payment === 'card' ? 'stripe' : 'invoice',
    status: 'pending',
    current_period_end: null,
  });
  return boughtOf(subscription, await provider.begin(tx, subscription), payment === 'card');
}

function boughtOf(subscription: SubscriptionRow, invoice: InvoiceRow | null, atProvider = false): Purchase {
  return {
    subscription: subscriptionReplyOf(subscription),
    invoice: invoice === null ? null : invoiceReplyOf(invoice),
    unpaidOrder: atProvider ? unpaidOrderOf(subscription) : null,
  };
}

/** Returns what a payment provider needs to know of an unpaid subscription. */
export function unpaidOrderOf({ id, plan_name, currency, subtotal, tax_bp, buyer }: SubscriptionRow): UnpaidOrder {
  const { total } = withTax(subtotal, tax_bp);
  return { subscriptionId: id, planName: plan_name, currency, total, email: buyer.email };
}

/** Returns a plan this user may buy. Plans on request are only for the company they were agreed with. */
export function salePlan(id: string, user: User): Plan {
  const plan = planNamed(id);
  if (plan === undefined) throw new Refusal('INVALID', [{ path: 'plan', code: 'unknown' }]);
  const isAgreed = plan.sale === 'self' || user.company_id === specialCompanyId || hasNavigatorPass(user);
  if (!isAgreed) throw new Refusal('INVALID', [{ path: 'plan', code: 'on_request' }]);
  return plan;
}

/**
 * Refuses a plan with fewer licenses than the company uses.
 * @throws INVALID with instructions
 */
export async function refuseTooSmall(tx: Tx, user: User, plan: Plan): Promise<void> {
  const { companyId } = ownerOf(user);
  if (companyId === null) return;
  // The lock prevents invitations until the order is stored.
  await lockCompany(tx, companyId);
  const used = (await companyOf(tx, companyId))?.licenses_used ?? 0;
  if (used <= plan.licenses) return;
  const message = `Your company uses ${used} licenses and this plan has ${plan.licenses}. Remove users, cancel invitations, or choose a larger plan.`;
  throw new Refusal('INVALID', [{ path: 'plan', code: 'too_small', message }], message);
}

/** Resumes a canceled subscription that is still active. The paid time is not charged again. */
async function resume(tx: Tx, running: SubscriptionRow): Promise<Purchase> {
  if (!running.cancel_at_period_end) throw new Refusal('ALREADY_SUBSCRIBED');
  if (running.provider_ref !== null) await askToRenewAtProvider(tx, running.provider_ref, true);
  return boughtOf(await changeSubscription(tx, running.id, { cancel_at_period_end: false }), null);
}

/** Returns an unpaid order for the same plan; cancels one for another plan. */
export async function unpaidFor(
  tx: Tx,
  { pending }: OwnerSubscriptions,
  plan: Plan,
  payment: 'invoice' | 'card',
): Promise<SubscriptionRow | undefined> {
  if (pending === undefined) return undefined;
  const isSame = pending.plan_name === plan.id && (pending.provider === 'stripe') === (payment === 'card');
  if (isSame) return pending;
  await end(tx, pending);
  return undefined;
}

async function beginTrial(
  tx: Tx,
  payments: Payments,
  user: User,
  plan: Plan,
  order: SubscribeBody,
  { running }: OwnerSubscriptions,
): Promise<SubscriptionRow> {
  const refused = await whyNoTrial(tx, user, running);
  if (!plan.trial || refused === 'staff') throw new Refusal('INVALID', [{ path: 'trial', code: 'no_trial' }]);
  if (refused !== null) throw new Refusal('INVALID', [{ path: 'trial', code: 'trial_used' }]);
  const trial = await addSubscription(tx, {
    ...(await contractOf(tx, payments, user, plan, order)),
    provider: 'invoice',
    status: 'trailing',
    current_period_end: await daysFromNow(tx, freeTrialDays),
  });
  await giveRights(tx, trial);
  return trial;
}

type Contract = Omit<NewSubscription, 'provider' | 'status' | 'current_period_end'>;

/** Returns the contract: today's price and tax, and the recipient of invoices. */
export async function contractOf(
  tx: Tx,
  { settings }: Pick<Payments, 'settings'>,
  user: User,
  plan: Plan,
  { buyer }: Pick<SubscribeBody, 'buyer'>,
): Promise<Contract> {
  const owner = ownerOf(user);
  return {
    id: randomUUID(),
    user_id: owner.userId,
    company_id: owner.companyId,
    plan_name: plan.id,
    currency: plan.currency,
    subtotal: plan.price,
    tax_bp: settings.taxBp,
    licenses: plan.licenses,
    buyer: buyerFrom(await buyerOf(tx, user.id), buyer),
  };
}

/** Checks the buyer's data. @throws INVALID for an invalid e-mail address or tax number */
export function refuseWrongBuyer(given: SubscribeBody['buyer']): void {
  const isWrong = given?.email !== undefined && !isEmail(normalEmail(given.email));
  if (isWrong) throw new Refusal('INVALID', [{ path: 'buyer/email', code: 'email' }]);
  const problem = problemWithTaxNumber(given?.vat_id ?? '');
  if (problem !== undefined) throw new Refusal('INVALID', [{ path: 'buyer/vat_id', code: problem }]);
}

/** Returns the buyer's data, completed from the account. */
function buyerFrom(account: Buyer, given: SubscribeBody['buyer']): Buyer {
  return {
    name: cleanName(given?.name ?? '') || account.name,
    email: given?.email === undefined ? account.email : normalEmail(given.email),
    company: cleanName(given?.company ?? '') || account.company,
    address: cleanLines(given?.address ?? '') || account.address,
    vat_id: cleanTaxNumber(given?.vat_id ?? '') || (account.vat_id ?? ''),
  };
}
