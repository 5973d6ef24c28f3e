import { queueJob } from '../jobs/queue-job.ts';
import type { Db, Tx } from '../database/db.ts';

/** E-mails about payments and messages, queued in the transaction that they are about. */

/** A payment that does not match its order. */
export interface Mismatch {
  subscriptionId: string;
  /** The provider's id and type of the event. */
  event: string;
  type: string;
  differs: string[];
}

/** Queues an e-mail to staff about a payment that does not match its order. */
export async function queueMismatchEmail(tx: Tx, mismatch: Mismatch): Promise<void> {
  await queueJob(tx, 'send_mismatch', mismatch);
}

/** Queues the e-mail with a message of the contact form. */
export async function queueContactEmail(db: Db | Tx, messageId: string): Promise<void> {
  await queueJob(db, 'send_contact', { messageId });
}
