import { Refusal } from '#domain/ground/errors.ts';
import type { CancelBody, SubscriptionReply } from '#domain/payment/wire/payments.ts';
import type { User } from '#domain/account/users.ts';
import { askToEndAtProvider, askToRenewAtProvider } from './provider-calls.ts';
import { voidOpenInvoices } from './store/invoices.ts';
import { changeSubscription, lockOwner, type SubscriptionRow } from './store/subscriptions.ts';
import { end } from './activate-subscription.ts';
import { once } from '../spine/log/once.ts';
import { subscriptionsWithGiven, hasByCompany, isOfCompany, ownerOf, type OwnerSubscriptions } from './owner.ts';
import type { Payments } from './payments.ts';
import { subscriptionReplyOf } from './replies.ts';
import { takeRights } from './subscription-rights.ts';
import type { Tx } from '../database/db.ts';
import { transactionInTurn } from '../database/in-turn.ts';

/**
 * Cancels an unpaid order at once, or an active subscription at the end of its paid time.
 * @param what which of the two; by default the unpaid order, else the subscription
 * @param by the caller; staff may cancel for others
 */
export async function cancel(
  { db, settings }: Payments,
  user: User,
  what: CancelBody['what'],
  by: string,
  key: string,
): Promise<{ subscription: SubscriptionReply }> {
  const write = { key, actor: by, what: 'cancel', body: { of: user.id, what } };
  return await transactionInTurn(db, { user: by, kind: 'payments' }, (tx) =>
    once(tx, write, async () => {
      await lockOwner(tx, ownerOf(user));
      const current = await subscriptionsWithGiven(tx, user, settings.taxBp);
      const meant = meantBy(what, current);
      if (meant === undefined) throw new Refusal((await hasByCompany(tx, user)) ? 'FORBIDDEN' : 'NOTHING_TO_CANCEL');
      if (isOfCompany(user, meant)) throw new Refusal('FORBIDDEN');
      const subscription = meant === current.pending ? await end(tx, meant, by) : await endWithTime(tx, meant, by);
      return { subscription: subscriptionReplyOf(subscription) };
    }),
  );
}

function meantBy(what: CancelBody['what'], { pending, running }: OwnerSubscriptions): SubscriptionRow | undefined {
  if (what === 'pending') return pending;
  return what === 'running' ? running : (pending ?? running);
}

/** Lets a subscription end with its paid time; one without an end ends now. */
export async function endWithTime(tx: Tx, running: SubscriptionRow, by: string): Promise<SubscriptionRow> {
  const { id, provider_ref: ref } = running;
  await voidOpenInvoices(tx, id, by);
  if (running.current_period_end !== null && running.status !== 'past_due') {
    if (ref !== null) await askToRenewAtProvider(tx, ref, false);
    return await changeSubscription(tx, id, { cancel_at_period_end: true });
  }
  if (ref !== null) await askToEndAtProvider(tx, ref);
  const ended = await changeSubscription(tx, id, { status: 'cancelled' });
  await takeRights(tx, ended);
  return ended;
}
