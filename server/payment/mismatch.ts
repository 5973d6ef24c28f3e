import { randomUUID } from 'node:crypto';
import { queueJob } from '../jobs/queue-job.ts';
import { keepAuditEntry } from '../session/audit-entries.ts';
import type { SubscriptionRow } from './store/subscriptions.ts';
import type { Payments } from './payments.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { Tx } from '../database/db.ts';

/** A payment that does not match its order. */
export interface Mismatch {
  subscriptionId: string;
  /** The provider's id and type of the event. */
  event: string;
  type: string;
  differs: string[];
}

/**
 * Records a payment event that does not match its order, and reports it to staff: in the audit log, in the process's
 * log and by e-mail. It grants no rights.
 * @param differs the differences, one line each
 */
export async function reportMismatch(
  tx: Tx,
  { log }: Pick<Payments, 'log'>,
  { id: subscriptionId }: Pick<SubscriptionRow, 'id'>,
  event: Pick<ProviderEvent, 'id' | 'type'>,
  differs: string[],
): Promise<void> {
  log.warn(
    { event: event.id, type: event.type, subscription: subscriptionId, differs },
    'a payment is not what was ordered',
  );
  await keepAuditEntry(tx, {
    what: 'payment.mismatch',
    about: subscriptionId,
    fields: [`${event.type} ${event.id}`, ...differs],
    // There is no request of a user behind it.
    request_id: randomUUID(),
  });
  const mismatch: Mismatch = { subscriptionId, event: event.id, type: event.type, differs };
  await queueJob(tx, 'send_mismatch', mismatch);
}
