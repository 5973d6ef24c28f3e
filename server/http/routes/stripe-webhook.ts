import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#domain/errors.ts';
import type { Deps } from '../deps.ts';
import { openPayments } from '../../payments/open-payments.ts';
import { isSigned } from '../../payments/signature.ts';
import { applyProviderEvent } from '../../payments/webhook.ts';

/** Webhook of the payment provider. Only the signature over the raw bytes authenticates it. */
export async function stripeWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  const payments = openPayments(deps);
  await app.register(async (raw) => {
    raw.removeContentTypeParser('application/json');
    raw.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    raw.post(
      '/subscriptions/webhooks/stripe',
      { schema: { response: { 200: Type.Object({ received: Type.Boolean() }) } } },
      async ({ body, headers }) => {
        const { stripe } = payments.settings;
        if (stripe === undefined) throw new Refusal('PAYMENT_NOT_CONFIGURED');
        const signature = headers['stripe-signature'];
        const isTheirs = Buffer.isBuffer(body) && isSigned(body, asText(signature), stripe.webhookSecret, Date.now());
        if (!isTheirs) throw new Refusal('VALIDATION', [{ path: 'stripe-signature', code: 'signature' }]);
        await applyProviderEvent(payments, parsed(body.toString('utf8')));
        return { received: true };
      },
    );
  });
}

function asText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? undefined : header;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('VALIDATION');
  }
}
