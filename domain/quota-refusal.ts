import { Refusal } from './errors.ts';
import { type Quota, quotas, quotaSentences, type Share } from './quotas.ts';

/**
 * Refuses what does not fit into a share any more.
 * @param used how much of the share is used now
 * @param added how much more of it this takes
 */
export function refuseBeyond(quota: Quota, { of, limit }: Share, used: number, added: number): void {
  if (used + added <= limit) return;
  const { unit } = quotas[quota];
  throw new Refusal('QUOTA_EXCEEDED', { quota, of, used, limit, unit }, quotaSentences[quota]);
}
