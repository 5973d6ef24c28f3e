import { type BankAccount, cleanIban, groupedIban, isBic, isIban } from '#domain/payment/bank-account.ts';
import type { Seller } from '#domain/payment/seller.ts';
import { StartRefused } from './start-refused.ts';

/**
 * Seller named on an invoice, read from the environment; and the settings that are still missing before one can be
 * issued.
 */

type Env = Record<string, string | undefined>;

export interface SellerSettings {
  /** Undefined while something is missing: no invoice number is used then. */
  seller: Seller | undefined;
  /** Settings that are missing. */
  missing: string[];
  /** Reason why no tax is added, in the seller's own words: the law depends on who sells what to whom. */
  noTaxReason: string | undefined;
  /** Time zone of the dates on documents and in e-mails, also while the seller is not set. */
  timeZone: string;
}

/** The seller of the demo. The IBAN is the usual example and belongs to no bank account. */
const demoSeller: Env = {
  INVOICE_SELLER: 'VFP Demo GmbH|Musterstraße 12|10115 Berlin|Germany',
  INVOICE_TAX_ID: 'VAT ID DE123456789',
  INVOICE_REGISTER: 'HRB 123456, Amtsgericht Charlottenburg',
  INVOICE_IBAN: 'DE89370400440532013000',
  INVOICE_BIC: 'COBADEFFXXX',
  INVOICE_BANK: 'Demo Bank',
  INVOICE_TIME_ZONE: 'Europe/Berlin',
};

const demoLaboratory = 'VFP Demo GmbH, goods in|Zellstraße 1, gate 3|10115 Berlin|Germany|+49 30 123457';

/**
 * Reads the seller and the bank account.
 * @param options.demo the demo has a seller of its own, for what is not set
 * @param options.isTaxed who adds tax must state a tax number
 * @throws StartRefused for a value that cannot be right
 */
export function readSeller(
  env: Env,
  { demo, isTaxed, dueDays }: { demo: boolean; isTaxed: boolean; dueDays: number },
): SellerSettings {
  const text = (name: string) => (env[name] || (demo ? demoSeller[name] : undefined) || '').trim();
  const lines = linesFrom(text('INVOICE_SELLER'));
  const account = accountFrom(text, lines[0] ?? '');
  const bank = linesFrom(text('INVOICE_BANK'));
  const timeZone = zoneFrom(text('INVOICE_TIME_ZONE'));
  const noTaxReason = isTaxed ? undefined : text('INVOICE_NO_TAX_REASON') || undefined;
  const missing = [
    // A name alone is no address.
    ...(lines.length < 2 ? ['INVOICE_SELLER'] : []),
    ...(isTaxed && text('INVOICE_TAX_ID') === '' ? ['INVOICE_TAX_ID'] : []),
    ...(account === undefined && bank.length === 0 ? ['INVOICE_IBAN'] : []),
  ];
  const ids = [text('INVOICE_TAX_ID'), text('INVOICE_REGISTER')].filter((line) => line !== '');
  const seller = {
    lines: [...lines, ...ids],
    bank: [...bankLines(account), ...bank],
    ...(account === undefined ? {} : { account }),
    ...(noTaxReason === undefined ? {} : { noTaxReason }),
    timeZone,
    dueDays,
  };
  return { seller: missing.length > 0 ? undefined : seller, missing, noTaxReason, timeZone };
}

function accountFrom(text: (name: string) => string, sellerName: string): BankAccount | undefined {
  const [iban, bic] = [text('INVOICE_IBAN'), text('INVOICE_BIC').toUpperCase()];
  if (iban !== '' && !isIban(iban)) {
    throw new StartRefused(
      `INVOICE_IBAN is not an IBAN: its check digits do not fit ("${iban}"). Compare it with the bank's letter.`,
    );
  }
  if (bic !== '' && !isBic(bic)) {
    throw new StartRefused(`INVOICE_BIC must have 8 or 11 letters and digits, such as COBADEFFXXX, not "${bic}"`);
  }
  if (iban === '') return undefined;
  const holder = text('INVOICE_ACCOUNT_HOLDER') || sellerName;
  return { holder, iban: cleanIban(iban), ...(bic === '' ? {} : { bic }) };
}

function bankLines(account: BankAccount | undefined): string[] {
  if (account === undefined) return [];
  const { holder, iban, bic } = account;
  return [holder, `IBAN ${groupedIban(iban)}`, ...(bic === undefined ? [] : [`BIC ${bic}`])];
}

function zoneFrom(text: string): string {
  const zone = text === '' ? 'UTC' : text;
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new StartRefused(`INVOICE_TIME_ZONE must be the name of a time zone, such as Europe/Berlin, not "${zone}"`);
  }
}

/** Returns the address to which customers send their parcels; undefined while it is not set. */
export function readLaboratory(env: Env, { demo }: { demo: boolean }): string | undefined {
  const lines = linesFrom((env['LAB_ADDRESS'] ?? '') || (demo ? demoLaboratory : ''));
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** Splits a setting into lines at `|` or line breaks. */
function linesFrom(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
