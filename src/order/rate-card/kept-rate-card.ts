import type { Tax } from '#domain/payment/tax-text.ts';
import type { PromiseExtended } from 'dexie';
import {
  type NumberedRateCard,
  type OrderingData,
  type RateCard,
  wholeRateCard,
} from '#domain/order/data/rate-card.ts';
import { readMeta, storeMeta } from '../../db/meta.ts';
import type { UserDb } from '../../db/schema.ts';

/** The rate card on this device, so that prices are computed without a network too. */

/** Returns the kept rate card; undefined while the device has none. */
export function keptRateCard(db: UserDb): PromiseExtended<NumberedRateCard | undefined> {
  return db.transaction('r!', db.meta, async () => {
    const kept = await readMeta(db, 'rateCard');
    return kept === undefined ? undefined : { number: kept.number, card: wholeRateCard(kept.card) };
  });
}

/** Returns the address to which customers send their parcels; undefined where the server has named none. */
export function keptLaboratory(db: UserDb): PromiseExtended<string | undefined> {
  return db.transaction('r!', db.meta, async () => (await readMeta(db, 'laboratory')) ?? undefined);
}

/** Returns the tax on invoices; undefined where the server has not named it. */
export function keptTax(db: UserDb): PromiseExtended<Tax | undefined> {
  return db.transaction('r!', db.meta, async () => {
    const bp = await readMeta(db, 'taxBp');
    return bp === undefined ? undefined : { bp, noTaxReason: (await readMeta(db, 'noTaxReason')) ?? undefined };
  });
}

/** Returns the seller's time zone, which documents and e-mails use too; UTC where the server has not named it. */
export function keptTimeZone(db: UserDb): PromiseExtended<string> {
  return db.transaction('r!', db.meta, async () => (await readMeta(db, 'timeZone')) ?? 'UTC');
}

/**
 * Keeps the server's current rate card, also in place of a newer one, because the server may have been restored; and
 * the address of the laboratory, the tax and the seller's time zone.
 */
export function keepRateCard(
  db: UserDb,
  { laboratory: named, tax_bp: taxBp, no_tax_reason: because, time_zone: timeZone, ...now }: OrderingData,
): PromiseExtended<void> {
  const laboratory = named ?? null;
  const noTaxReason = because ?? null;
  return db.transaction('rw!', db.meta, async () => {
    const kept = await readMeta(db, 'rateCard');
    if (kept?.card.version !== now.card.version) await storeMeta(db, 'rateCard', now);
    if (((await readMeta(db, 'laboratory')) ?? null) !== laboratory) await storeMeta(db, 'laboratory', laboratory);
    if (taxBp !== undefined && (await readMeta(db, 'taxBp')) !== taxBp) await storeMeta(db, 'taxBp', taxBp);
    if (((await readMeta(db, 'noTaxReason')) ?? null) !== noTaxReason) await storeMeta(db, 'noTaxReason', noTaxReason);
    if (timeZone !== undefined && (await readMeta(db, 'timeZone')) !== timeZone)
      await storeMeta(db, 'timeZone', timeZone);
  });
}

/**
 * Keeps the rate card that came with a refused price, unless the device has a newer one: a repeated refusal is as old
 * as its first receipt. Call inside a transaction over `meta`.
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
