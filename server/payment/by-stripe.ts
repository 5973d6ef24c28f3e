import { randomUUID } from 'node:crypto';
import { planNamed } from '#domain/account/plans-and-prices.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { StripeSettings } from '../ground/config.ts';
import type { Provider, UnpaidOrder } from './payments.ts';
import type { StripeApi } from './stripe-api.ts';

/** Payment by card on the provider's own pages: no card number and no script of the provider reaches our pages. */
export function byStripe(
  api: StripeApi,
  { checkoutHosts }: Pick<StripeSettings, 'checkoutHosts'>,
  publicUrl: string,
): Provider & CardIntents {
  return {
    // The webhook reports the payment; the invoice is written then.
    begin: async () => null,
    async checkout(unpaidOrder) {
      const session = await api.post(
        'checkout/sessions',
        checkoutForm(unpaidOrder, publicUrl),
        `checkout ${unpaidOrder.subscriptionId}`,
      );
      return requireAllowedHost(session['url'], checkoutHosts);
    },
    async intend(unpaidOrder) {
      const { id, client_secret: secret } = await api.post(
        'payment_intents',
        {
          amount: unpaidOrder.total,
          currency: unpaidOrder.currency.toLowerCase(),
          receipt_email: unpaidOrder.email,
          metadata: { subscription_id: unpaidOrder.subscriptionId },
        },
        `intent ${unpaidOrder.subscriptionId}`,
      );
      if (typeof id !== 'string' || typeof secret !== 'string') throw new Refusal('UNAVAILABLE');
      return { id, secret };
    },
    async renew(ref, renews) {
      // A new idempotency key each time: the same change may follow its opposite, and repeating it is harmless.
      await api.post(`subscriptions/${encodeURIComponent(ref)}`, { cancel_at_period_end: !renews }, randomUUID());
    },
    async endNow(ref) {
      await api.delete(`subscriptions/${encodeURIComponent(ref)}`);
    },
  };
}

/** Card payments by API clients of their own. */
export interface CardIntents {
  intend(unpaidOrder: UnpaidOrder): Promise<{ id: string; secret: string }>;
}

function checkoutForm({ subscriptionId, planName, currency, total, email }: UnpaidOrder, publicUrl: string) {
  return {
    mode: 'subscription',
    client_reference_id: subscriptionId,
    customer_email: email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: total,
          recurring: { interval: 'month' },
          product_data: { name: planNamed(planName)?.name ?? planName },
        },
      },
    ],
    subscription_data: { metadata: { subscription_id: subscriptionId } },
    success_url: `${publicUrl}/pay?paid=${subscriptionId}`,
    cancel_url: `${publicUrl}/pay?plan=${encodeURIComponent(planName)}`,
  };
}

/** Returns the URL if its host is allowed. Users are never redirected to unknown hosts. */
export function requireAllowedHost(url: unknown, hosts: readonly string[]): string {
  const target = typeof url === 'string' ? URL.parse(url) : null;
  if (target === null || !hosts.includes(target.host)) throw new Refusal('UNAVAILABLE');
  const isLocal = target.hostname === 'localhost' || target.hostname === '127.0.0.1';
  if (target.protocol !== 'https:' && !(isLocal && target.protocol === 'http:')) throw new Refusal('UNAVAILABLE');
  return target.href;
}
