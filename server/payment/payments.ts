import type { PaymentSettings } from '../ground/config.ts';
import type { InvoiceRow } from './store/invoices.ts';
import type { Log } from '../ground/log.ts';
import type { SubscriptionRow } from './store/subscriptions.ts';
import type { Db, Tx } from '../database/db.ts';

/** Dependencies of all payment code. */
export interface Payments {
  db: Db;
  settings: PaymentSettings;
  /** Limits of questions, which the price list states. */
  questions: { trial: number; quota_factor: number };
  publicUrl: string;
  log: Log;
  /** Invoices always; cards only if a provider is configured. */
  providers: { invoice: Provider; card: Provider | undefined };
}

/** A payment method. It writes in the caller's transaction, and calls other services outside of it. */
export interface Provider {
  /** Records that this subscription is to be paid. */
  begin(tx: Tx, subscription: SubscriptionRow): Promise<InvoiceRow | null>;
  /** Returns the provider's page for the payment; null when there is none. */
  checkout(unpaidOrder: UnpaidOrder): Promise<string | null>;
  /** Sets whether the provider's subscription renews after its paid time. */
  renew(ref: string, renews: boolean): Promise<void>;
  /** Ends the provider's subscription now. */
  endNow(ref: string): Promise<void>;
}

/** An unpaid order, as a provider needs it. */
export interface UnpaidOrder {
  subscriptionId: string;
  planName: string;
  currency: string;
  /** Amount of one interval with tax. */
  total: number;
  email: string;
}
