import { isBlank } from '../../ground/text.ts';
import { addressesOf } from '../fields/address-fields.ts';
import type { Order } from '../data/order.ts';
import type { ValueChange } from '../fields/presets.ts';

/** Addresses that a company has used: those of its placed orders, and its own. They are read from the orders themselves. */

/** Fields that are chosen together: an address, and its contact or the number that belongs to it. */
const books = {
  deliveryAddress: ['contactName', 'contactPhone', 'contactEmail'],
  billingAddress: ['billingTaxNumber'],
} as const;

export type AddressKind = keyof typeof books;

/** Returns which address a field has; undefined for another field. */
export function addressKindOf(key: string): AddressKind | undefined {
  return key === 'deliveryAddress' || key === 'billingAddress' ? key : undefined;
}

export interface KnownAddress {
  /** Its lines. */
  address: string;
  /** Fills it in with what belongs to it; a field about which nothing is known keeps its value. */
  changes: ValueChange[];
}

/**
 * Returns the addresses of this kind that may be chosen again, each once: of the orders in the given order, then the
 * company's own.
 * @param companyAddress as its administrator wrote it; empty where there is none
 */
export function knownAddresses(
  kind: AddressKind,
  orders: readonly Pick<Order, 'doc' | 'history'>[],
  companyAddress: string,
): KnownAddress[] {
  const placed = orders.filter(({ history }) => history.some(({ event }) => event === 'PLACE'));
  const docs = [...placed.map(({ doc }) => doc), ...(isBlank(companyAddress) ? [] : [{ [kind]: companyAddress }])];
  const known = new Map<string, KnownAddress>();
  for (const doc of docs) {
    const given = addressesOf(doc);
    const address = given.find(({ key }) => key === kind)?.value;
    if (address === undefined || known.has(sameAddress(address))) continue;
    const belongs: ReadonlySet<string> = new Set([kind, ...books[kind]]);
    const changes = given.filter(({ key }) => belongs.has(key)).map(({ key, value }) => ({ path: key, value }));
    known.set(sameAddress(address), { address, changes });
  }
  return [...known.values()];
}

/** Returns a key that is the same for addresses that differ in spaces, line breaks, commas and capital letters only. */
export function sameAddress(address: string): string {
  return address
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim();
}
