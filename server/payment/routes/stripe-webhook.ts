import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#domain/ground/errors.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keepBytes, signedBody } from '../../http/signed-calls.ts';
import { openPayments } from '../open-payments.ts';
import { applyProviderEvent } from '../webhook.ts';

/** Webhook of the payment provider. Only the signature over the raw bytes authenticates it. */
export async function stripeWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  const payments = openPayments(deps);
  await app.register(async (raw) => {
    keepBytes(raw);
    raw.post(
      '/subscriptions/webhooks/stripe',
      { schema: { response: { 200: Type.Object({ received: Type.Boolean() }) } } },
      async (request) => {
        const { stripe } = payments.settings;
        if (stripe === undefined) throw new Refusal('PAYMENT_NOT_CONFIGURED');
        await applyProviderEvent(payments, signedBody(request, 'stripe-signature', stripe.webhookSecret));
        return { received: true };
      },
    );
  });
}
