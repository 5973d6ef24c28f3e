import { isEmail, normalEmail } from '../../account/contact.ts';
import { isBlank } from '../../ground/text.ts';
import { checkOf, type Check } from '../data/check.ts';
import type { Field } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { buildsCells } from '../data/services.ts';

/**
 * Fields of an order that say where its goods and its invoice go, and whom to call. They are no part of the design: files,
 * comparisons and the specification do not have them. An order placed before they existed has none.
 */

const address = (key: string, definition: string): Field => text(key, definition, { maxChars: 500, lines: true });

export const addressFields: readonly Field[] = [
  address('deliveryAddress', 'Where we ship to: name, street, postal code, city, country.'),
  text('contactName', 'Whom the carrier and the laboratory ask for.', { maxChars: 100 }),
  text('contactPhone', 'With the country code, such as +46 21 123456. Carriers ask for it.', { maxChars: 40 }),
  text('contactEmail', 'For questions about the delivery.', { maxChars: 254 }),
  address(
    'billingAddress',
    'To whom the invoice is made out, if not to the address of your company: name, street, city, country.',
  ),
  text('billingTaxNumber', 'VAT number in the EU or business number in Korea, if not that of your company.', {
    maxChars: 30,
  }),
  text('poReference', 'Your own number of this order. It is on the quote and on the invoice.', { maxChars: 60 }),
];

function text(key: string, definition: string, kind: { maxChars: number; lines?: true }): Field {
  const placed = { step: 'review', group: 'addresses' } as const;
  return { key, kind: { is: 'text', ...kind }, unit: '', ...placed, definition, basis: 'our choice' };
}

/** Returns the addresses of an order that are filled in, in the order of the table. */
export function addressesOf(doc: OrderDoc): { key: string; value: string }[] {
  return addressFields.flatMap(({ key }) => {
    const value = doc[key];
    return typeof value === 'string' && !isBlank(value) ? [{ key, value: value.trim() }] : [];
  });
}

/** Returns where the goods of an order are shipped to; undefined where the order does not say it. */
function deliveryAddressOf(doc: OrderDoc): string | undefined {
  return addressesOf(doc).find(({ key }) => key === 'deliveryAddress')?.value;
}

const onParcel: ReadonlySet<string> = new Set(['deliveryAddress', 'contactName', 'contactPhone']);
const onDocuments: ReadonlySet<string> = new Set([...onParcel, 'contactEmail']);

/** Returns what stands on a parcel to the customer: the address, then whom the carrier asks for. Empty without an address. */
export function deliveryLinesOf(doc: OrderDoc): string[] {
  return deliveryAddressOf(doc) === undefined ? [] : linesOf(doc, onParcel);
}

/** Returns what the quote and the invoice say about the delivery: the address, then the contact. Empty where the order says neither. */
export function deliveryOnDocuments(doc: OrderDoc): string[] {
  return linesOf(doc, onDocuments);
}

function linesOf(doc: OrderDoc, keys: ReadonlySet<string>): string[] {
  return addressesOf(doc).flatMap(({ key, value }) => (keys.has(key) ? value.split('\n') : []));
}

/** Pattern of a word. Chinese and Japanese do not separate words: two characters count as one. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}|[^\s,，、;]+/gu;

/**
 * Whether a text may be a whole address: three lines, or parts between commas, or five words. Countries differ in what an
 * address has and in its order, so more is not asked; a city alone, or a street with its city, is less.
 */
function isAddress(lines: string): boolean {
  const parts = lines.split(/[\n,，、;]/).filter((part) => !isBlank(part));
  return parts.length >= 3 || (lines.match(word) ?? []).length >= 5;
}

/**
 * Returns the checks of where an order goes. The first is of an order that is to be shipped and does not say where. An order of tests only has results, and
 * its cells stay in the laboratory unless the customer asks for them, so it needs no address.
 */
export function deliveryChecks(doc: OrderDoc): Check[] {
  const given = addressesOf(doc);
  const email = given.find(({ key }) => key === 'contactEmail')?.value;
  const isUnaddressed = buildsCells(doc) && !isAddress(deliveryAddressOf(doc) ?? '');
  const isWrong = email !== undefined && !isEmail(normalEmail(email));
  return [
    ...(isUnaddressed ? [checkOf(doc, 'block', 'deliveryAddress', 'REQUIRED', 'NO_DELIVERY')] : []),
    ...(isWrong ? [checkOf(doc, 'block', 'contactEmail', 'NOT_AN_EMAIL', 'NOT_AN_EMAIL')] : []),
  ];
}
