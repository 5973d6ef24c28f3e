import type { PromiseExtended } from 'dexie';
import { type NumberedRateCard, type RateCard, wholeRateCard } from '#domain/order/rate-card.ts';
import { readMeta, storeMeta } from './meta.ts';
import type { UserDb } from './schema.ts';

/** The rate card on this device, so that prices are computed without a network too. */

/** Returns the kept rate card; undefined while the device has none. */
export function keptRateCard(db: UserDb): PromiseExtended<NumberedRateCard | undefined> {
  return db.transaction('r!', db.meta, async () => {
    const kept = await readMeta(db, 'rateCard');
    return kept === undefined ? undefined : { number: kept.number, card: wholeRateCard(kept.card) };
  });
}

/** Keeps the server's current rate card, also in place of a newer one: the server may have been restored. */
export function keepRateCard(db: UserDb, now: NumberedRateCard): PromiseExtended<void> {
  return db.transaction('rw!', db.meta, async () => {
    const kept = await readMeta(db, 'rateCard');
    if (kept?.card.version !== now.card.version) await storeMeta(db, 'rateCard', now);
  });
}

/**
 * Keeps the rate card that came with a refused price, unless the device has a newer one: a repeated refusal is as old as
 * its first receipt. Call inside a transaction over `meta`.
 */
export async function keepRefusedRateCard(db: UserDb, details: unknown): Promise<void> {
  const now = rateCardIn(details);
  if (now === undefined) return;
  const kept = await readMeta(db, 'rateCard');
  if (kept === undefined || kept.number < now.number) await storeMeta(db, 'rateCard', now);
}

/** Returns the rate card in the details of a refusal; undefined where there is none. */
function rateCardIn(details: unknown): NumberedRateCard | undefined {
  if (typeof details !== 'object' || details === null || !('rateCard' in details)) return undefined;
  const { rateCard } = details;
  if (typeof rateCard !== 'object' || rateCard === null || !('number' in rateCard) || !('card' in rateCard))
    return undefined;
  const { number, card } = rateCard;
  return typeof number === 'number' && isRateCard(card) ? { number, card } : undefined;
}

function isRateCard(value: unknown): value is RateCard {
  return typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string';
}
