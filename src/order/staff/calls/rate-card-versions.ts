import type { NumberedRateCard, RateCard } from '#domain/order/data/rate-card.ts';
import type { PreviewReply, RateCardsReply, SaveRateCardBody } from '#domain/order/wire/rate-card.ts';
import type { Api } from '../../../net/http.ts';

/** The rate card's versions, for staff who may change prices. All throw Unreachable, Refused or SignedOut. */

/** Returns the newest versions, newest first. */
export function rateCardVersions(api: Api): Promise<RateCardsReply> {
  return api.json({ path: '/admin-api/rate_cards' });
}

/** Returns what the open orders cost now, and what they would cost by this card. */
export function previewRateCard(api: Api, card: RateCard): Promise<PreviewReply> {
  return api.json({ path: '/admin-api/rate_cards/preview', body: { card } });
}

/**
 * Saves a new version. @param key idempotency key: sent again, the call has its first effect and reply
 * @throws Refused with STALE when another version has been saved since the one it replaces
 */
export function saveRateCard(api: Api, body: SaveRateCardBody, key: string): Promise<NumberedRateCard> {
  return api.json({ path: '/admin-api/rate_cards', body, headers: { 'idempotency-key': key } });
}
