import { randomUUID } from 'node:crypto';
import { askForMismatchLetter } from './invoice-letters.ts';
import { keepAuditEntry } from '../store/people/audit-entries.ts';
import type { Tx } from '../store/system/database.ts';
import type { SubscriptionRow } from '../store/paying/subscriptions.ts';
import type { Paying } from './paying.ts';
import type { ProviderEvent } from './provider-event.ts';

/**
 * Keeps a payment event that is not what was ordered, and reports it to staff: in the audit log, in the log of the
 * process, and by e-mail. It gives no rights.
 * @param differs what is different, one line each
 */
export async function reportMismatch(
  tx: Tx,
  { log }: Pick<Paying, 'log'>,
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
    actor: null,
    about: subscriptionId,
    fields: [`${event.type} ${event.id}`, ...differs],
    // It came with no request of a person's.
    request_id: randomUUID(),
    network: null,
  });
  await askForMismatchLetter(tx, { subscriptionId, event: event.id, type: event.type, differs });
}
