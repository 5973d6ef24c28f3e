import { queueJob } from '../jobs/queue-job.ts';
import type { Db, Tx } from '../database/db.ts';
import type { Payments } from './payments.ts';

/** Attempts of a queued call, with growing pauses: about four days in all. */
const providerTries = 25;

/**
 * Calls to the payment provider. They are queued in the transaction that causes them, so that they also arrive when the
 * provider is down at that time; the worker makes them.
 */

/** Queues the end of a subscription at the provider, after it was replaced or canceled. */
export async function askToEndAtProvider(db: Db | Tx, ref: string): Promise<void> {
  await queueCall(db, 'end_at_provider', { ref });
}

/** Queues whether a subscription renews at the provider. A newer call replaces an older one. */
export async function askToRenewAtProvider(db: Db | Tx, ref: string, renews: boolean): Promise<void> {
  await queueCall(db, 'renew_at_provider', { ref, renews }, `renew ${ref}`);
}

/** Queues a call. @param key replaces an earlier call with the same key */
async function queueCall(db: Db | Tx, task: string, payload: object, key?: string): Promise<void> {
  // In one queue, so that an older call never arrives after a newer one.
  await queueJob(db, task, payload, { queue: 'provider', key, tries: providerTries });
}

/** Job `end_at_provider`: ends a subscription at the provider after it has ended here. */
export async function endAtProvider({ providers }: Pick<Payments, 'providers'>, payload: unknown): Promise<void> {
  await providers.card?.endNow((payload as { ref: string }).ref);
}

/** Job `renew_at_provider`: sets at the provider whether a subscription renews. */
export async function renewAtProvider({ providers }: Pick<Payments, 'providers'>, payload: unknown): Promise<void> {
  const { ref, renews } = payload as { ref: string; renews: boolean };
  await providers.card?.renew(ref, renews);
}
