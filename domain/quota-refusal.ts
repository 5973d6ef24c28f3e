import { Refusal } from './errors.ts';
import { type Quota, type QuotaDetails, quotas, quotaSentences, type Share } from './quotas.ts';

/**
 * Refuses what does not fit into a share any more.
 * @param used how much of the share is used now
 * @param added how much more of it this takes
 */
export function refuseBeyond(quota: Quota, { of, limit }: Share, used: number, added: number): void {
  if (used + added <= limit) return;
  const { unit } = quotas[quota];
  const details: QuotaDetails = { quota, of, used, limit, unit };
  throw new Refusal('QUOTA_EXCEEDED', details, quotaSentences[quota]);
}
