import { Refusal } from '#domain/ground/errors.ts';
import { withTax } from '#domain/payment/tax.ts';
import type { SubscribeBody } from '#domain/payment/wire/payments.ts';
import type { User } from '#domain/account/users.ts';
import { addSubscription, lockOwner, type SubscriptionRow } from './store/subscriptions.ts';
import type { CardIntents } from './by-stripe.ts';
import { once } from '../spine/log/once.ts';
import { subscriptionsWithGiven, ownerOf } from './owner.ts';
import type { Payments, Provider } from './payments.ts';
import { subscriptionReplyOf } from './replies.ts';
import { contractOf, refuseTooSmall, refuseWrongBuyer, salePlan, unpaidFor, unpaidOrderOf } from './subscribe.ts';
import { transactionInTurn } from '../database/in-turn.ts';

/** Starts the payment of one month of a plan by card, for clients that collect the card data themselves. */
export async function intend(
  payments: Payments & { providers: { card: (Provider & CardIntents) | undefined } },
  user: User,
  body: Pick<SubscribeBody, 'plan' | 'buyer'>,
  key: string,
) {
  const { card } = payments.providers;
  if (card === undefined) throw new Refusal('PAYMENT_NOT_CONFIGURED');
  refuseWrongBuyer(body.buyer);
  const write = { key, actor: user.id, what: 'intent', body };
  const begun = await transactionInTurn(payments.db, { user: user.id, kind: 'payments' }, (tx) =>
    once(tx, write, async () => {
      const plan = salePlan(body.plan, user);
      await lockOwner(tx, ownerOf(user));
      const current = await subscriptionsWithGiven(tx, user, payments.settings.taxBp);
      const isThere = current.running?.plan_name === plan.id && current.running.status === 'active';
      if (isThere) throw new Refusal('ALREADY_SUBSCRIBED');
      await refuseTooSmall(tx, user, plan);
      const unpaid: SubscriptionRow =
        (await unpaidFor(tx, current, plan, 'card')) ??
        (await addSubscription(tx, {
          ...(await contractOf(tx, payments, user, plan, body)),
          provider: 'stripe',
          status: 'pending',
          current_period_end: null,
        }));
      return {
        subscription: subscriptionReplyOf(unpaid),
        unpaidOrder: unpaidOrderOf(unpaid),
        amount: withTax(unpaid.subtotal, unpaid.tax_bp).total,
      };
    }),
  );
  const { id, secret } = await card.intend(begun.unpaidOrder);
  return {
    client_secret: secret,
    intent_id: id,
    amount: begun.amount,
    currency: begun.unpaidOrder.currency,
    subscription: begun.subscription,
  };
}
