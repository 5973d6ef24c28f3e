import type { Config } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';
import { byInvoice } from './by-invoice.ts';
import { byStripe, type CardIntents } from './by-stripe.ts';
import type { Payments, Provider } from './payments.ts';
import { stripeApi } from './stripe-api.ts';
import type { Db } from '../database/db.ts';

/** Creates the payment methods of the settings: always by invoice, and by card if a key is set. */
export function openPayments({ config, db, log }: { config: Config; db: Db; log: Log }): Payments & {
  providers: { card: (Provider & CardIntents) | undefined };
} {
  const { payments: settings, publicUrl } = config;
  const { stripe } = settings;
  const card = stripe === undefined ? undefined : byStripe(stripeApi(stripe, log), stripe, publicUrl);
  const questions = { trial: config.trialQuestionLimit, quota_factor: config.quotaFactor };
  return { db, settings, questions, publicUrl, log, providers: { invoice: byInvoice(settings), card } };
}
