import { Refusal } from '#domain/errors.ts';
import type { SubscriptionReply } from '#domain/protocol/paying.ts';
import type { Person } from '#domain/users.ts';
import { voidOpenInvoices } from '../store/invoices.ts';
import type { Tx } from '../store/database.ts';
import { changeSubscription, endRights, lockOwner, type SubscriptionRow } from '../store/subscriptions.ts';
import { end } from './activate.ts';
import { once } from '../once.ts';
import { currentWithGiven, ownerOf } from './owner.ts';
import type { Paying } from './paying.ts';
import { subscriptionReplyOf } from './replies.ts';

/**
 * Cancels what somebody has: what waits to be paid at once, what runs with the end of its time.
 * @param by who asks; staff may ask for others
 */
export async function cancel(
  paying: Paying,
  person: Person,
  by: string,
  key: string,
): Promise<{ subscription: SubscriptionReply }> {
  const { db, settings, providers } = paying;
  const write = { key, actor: by, what: 'cancel', body: { of: person.id } };
  const done = await db.transaction().execute((tx) =>
    once(tx, write, async () => {
      await lockOwner(tx, ownerOf(person));
      const { running, pending } = await currentWithGiven(tx, person, settings.taxBp);
      const meant = pending ?? running;
      if (meant === undefined) throw new Refusal('NOTHING_TO_CANCEL');
      const subscription = meant === pending ? await end(tx, meant, by) : await endWithTime(tx, meant, by);
      return { subscription: subscriptionReplyOf(subscription), tell: meant.provider_ref };
    }),
  );
  // Said again at each repeat: the provider ends it once.
  if (done.tell !== null && providers.card !== undefined) await providers.card.endWithPeriod(done.tell);
  return { subscription: done.subscription };
}

/** Lets it run out; without an end it is over now. */
async function endWithTime(tx: Tx, running: SubscriptionRow, by: string): Promise<SubscriptionRow> {
  await voidOpenInvoices(tx, running.id, by);
  if (running.current_period_end !== null && running.status !== 'past_due') {
    return await changeSubscription(tx, running.id, { cancel_at_period_end: true });
  }
  await endRights(tx, running);
  return await changeSubscription(tx, running.id, { status: 'cancelled' });
}
