import type { OrderingData } from '#domain/order/data/rate-card.ts';
import type { Api } from '../../net/http.ts';
import { deadlines } from '../../net/deadlines.ts';
import { call } from '../../net/call.ts';

/**
 * Returns the rate card that the server computes prices from now, and the address of the laboratory.
 * @throws Unreachable, Refused or SignedOut
 */
export function currentRateCard(api: Api): Promise<OrderingData> {
  return call(api, 'GET /po_system/rate_card', { timeoutMs: deadlines.rateCard });
}
