import { Refusal } from '../ground/errors.ts';
import { type Quota, type QuotaDetails, quotas, quotaSentences, type Share } from './quotas.ts';

/**
 * Refuses an addition that does not fit into a share.
 * @param used current usage of the share, in the quota's unit
 * @param added usage that the addition brings
 * @throws QUOTA_EXCEEDED when `used + added` exceeds the share's limit
 */
export function refuseBeyond(quota: Quota, { of, limit }: Share, used: number, added: number): void {
  if (used + added <= limit) return;
  const { unit } = quotas[quota];
  const details: QuotaDetails = { quota, of, used, limit, unit };
  throw new Refusal('QUOTA_EXCEEDED', details, quotaSentences[quota]);
}
