import type { BankAccount } from './bank-account.ts';

/** The seller of all plans and orders, as each invoice keeps it. */
export interface Seller {
  /** Name, address, tax number and register. */
  lines: string[];
  /** The bank account as it is printed. */
  bank: string[];
  /** Bank account for the code that a banking app reads. */
  account?: BankAccount;
  /** Time zone of the dates on its documents; absent on older invoices: UTC. */
  timeZone?: string;
  /** Reason why no tax is added, in the seller's own words; absent where tax is added or no reason is set. */
  noTaxReason?: string;
  /** Days until an invoice is due. */
  dueDays?: number;
}
