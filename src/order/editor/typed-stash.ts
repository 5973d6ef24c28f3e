import { draftsBelow } from '../../db/drafts.ts';
import type { UserDb } from '../../db/schema.ts';
import type { KeptText } from './typed-fields.ts';

/**
 * Stashes the last keystrokes before a page is closed. The browser drops database writes that have not committed by
 * then, so their texts go into local storage, which is written synchronously, and the next page restores them.
 */
export function stashTexts(db: UserDb, orderId: string, texts: Readonly<Record<string, KeptText>>): void {
  if (Object.keys(texts).length > 0) localStorage.setItem(keyOf(db, orderId), JSON.stringify(texts));
}

/** Returns the stashed texts by path. They stay stashed until `dropStash` is called. */
export function stashedTexts(db: UserDb, orderId: string): Record<string, KeptText> {
  const found = parsed(localStorage.getItem(keyOf(db, orderId)));
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).flatMap(([path, value]: [string, unknown]) => {
      const kept = keptText(value);
      return kept === undefined ? [] : [[path, kept]];
    }),
  );
}

/** Returns the stored value; null where it is damaged, so that the order still opens. */
function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}

const typedKeys = 'order:';

/** Returns the database key of a field's typed text; without a path, the prefix of the keys of all fields. */
export function typedKey(orderId: string, path = ''): string {
  return `${typedKeys}${orderId}/${path}`;
}

/** Returns the ids of the orders that have typed texts on this device which were never written into them. */
export async function ordersWithTypedTexts(db: UserDb): Promise<string[]> {
  const kept = await draftsBelow(db, typedKeys);
  return [...new Set([...kept.map(([place]) => place.slice(0, place.indexOf('/'))), ...stashedOrders(db)])];
}

/** Returns the ids of the orders with stashed texts. */
export function stashedOrders(db: UserDb): string[] {
  const prefix = keyOf(db, '');
  return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

/** Deletes an order's stashed texts. */
export function dropStash(db: UserDb, orderId: string): void {
  localStorage.removeItem(keyOf(db, orderId));
}

/**
 * Parses a saved typed text. Older versions of the app saved the text alone, as a string.
 * @returns undefined when the value is not a saved text
 */
export function keptText(value: unknown): KeptText | undefined {
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string')
    return undefined;
  if (!('base' in value) || (value.base !== null && typeof value.base !== 'string')) return { text: value.text };
  return { text: value.text, base: value.base };
}

/** Deletes all stashed texts of this database's user from the device. */
export function dropStashes(db: UserDb): void {
  for (const orderId of stashedOrders(db)) dropStash(db, orderId);
}

function keyOf(db: UserDb, orderId: string): string {
  return `vfp.typed.${db.name}/${orderId}`;
}
