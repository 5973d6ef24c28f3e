import type { PayingSettings } from '../config.ts';
import type { Db, Tx } from '../store/system/database.ts';
import type { InvoiceRow } from '../store/paying/invoices.ts';
import type { Log } from '../log.ts';
import type { SubscriptionRow } from '../store/paying/subscriptions.ts';

/** What everything about paying works with. */
export interface Paying {
  db: Db;
  settings: PayingSettings;
  publicUrl: string;
  log: Log;
  /** By invoice always; by card only where a provider is set up. */
  providers: { invoice: Provider; card: Provider | undefined };
}

/** A way to be paid. What it writes goes into the caller's transaction; what it asks of others happens outside of it. */
export interface Provider {
  /** Writes down that this subscription waits to be paid. */
  begin(tx: Tx, subscription: SubscriptionRow): Promise<InvoiceRow | null>;
  /** Where the buyer pays on a page of the provider; null when there is none. */
  checkout(waiting: Waiting): Promise<string | null>;
  /** Lets what the provider calls this go on after the time that is paid, or end with it. */
  renew(ref: string, renews: boolean): Promise<void>;
  /** Ends it now. */
  endNow(ref: string): Promise<void>;
}

/** What is to be paid, as a provider needs to know it. */
export interface Waiting {
  subscriptionId: string;
  planName: string;
  currency: string;
  /** With tax, for one interval. */
  total: number;
  email: string;
}
