import { draftsBelow } from '../../db/drafts.ts';
import type { UserDb } from '../../db/schema.ts';
import type { KeptText } from './typed-fields.ts';

/**
 * The last keys before a page goes away. The browser drops what its database has not committed by then, so what is still
 * on its way there is handed over in local storage, which is written before the page is gone, and taken back by the next.
 */
export function stashTyped(db: UserDb, orderId: string, texts: Readonly<Record<string, KeptText>>): void {
  if (Object.keys(texts).length > 0) localStorage.setItem(keyOf(db, orderId), JSON.stringify(texts));
}

/** What was handed over; it stays until it is dropped. */
export function stashedTexts(db: UserDb, orderId: string): Record<string, KeptText> {
  const stored = localStorage.getItem(keyOf(db, orderId));
  const found: unknown = stored === null ? {} : JSON.parse(stored);
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).flatMap(([path, value]: [string, unknown]) => {
      const kept = keptText(value);
      return kept === undefined ? [] : [[path, kept]];
    }),
  );
}

const typedKeys = 'order:';

/** Where the text typed into a field is kept in the database; without a path, what the keys of all fields begin with. */
export function typedKey(orderId: string, path = ''): string {
  return `${typedKeys}${orderId}/${path}`;
}

/** The orders into which something was typed that has not reached them, as far as this device knows. */
export async function ordersLeftTyped(db: UserDb): Promise<string[]> {
  const kept = await draftsBelow(db, typedKeys);
  return [...new Set([...kept.map(([place]) => place.slice(0, place.indexOf('/'))), ...stashedOrders(db)])];
}

/** The orders of which something was handed over. */
export function stashedOrders(db: UserDb): string[] {
  const prefix = keyOf(db, '');
  return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

export function dropStash(db: UserDb, orderId: string): void {
  localStorage.removeItem(keyOf(db, orderId));
}

/** A typed text as it was kept, also by versions of the app that kept the text alone. */
export function keptText(value: unknown): KeptText | undefined {
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string')
    return undefined;
  if (!('base' in value) || (value.base !== null && typeof value.base !== 'string')) return { text: value.text };
  return { text: value.text, base: value.base };
}

/** Takes everything that was handed over off this device. */
export function dropStashes(db: UserDb): void {
  for (const orderId of stashedOrders(db)) dropStash(db, orderId);
}

function keyOf(db: UserDb, orderId: string): string {
  return `vfp.typed.${db.name}/${orderId}`;
}
