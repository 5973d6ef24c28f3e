import { Refusal } from '#domain/errors.ts';
import type { CancelBody, SubscriptionReply } from '#domain/protocol/paying.ts';
import type { Person } from '#domain/users.ts';
import { askToEndAtProvider, askToRenewAtProvider } from './provider-calls.ts';
import { voidOpenInvoices } from '../store/paying/invoices.ts';
import { changeSubscription, lockOwner, type SubscriptionRow } from '../store/paying/subscriptions.ts';
import { end } from './activate.ts';
import { once } from '../store/sync/once.ts';
import { currentWithGiven, hasByCompany, isOfCompany, ownerOf, type Current } from './owner.ts';
import type { Paying } from './paying.ts';
import { subscriptionReplyOf } from './replies.ts';
import { takeRights } from './rights.ts';
import type { Tx } from '../store/system/db.ts';

/**
 * Cancels an unpaid order at once, or an active subscription at the end of its paid time.
 * @param what which of the two; by default the unpaid order, else the subscription
 * @param by the caller; staff may cancel for others
 */
export async function cancel(
  { db, settings }: Paying,
  person: Person,
  what: CancelBody['what'],
  by: string,
  key: string,
): Promise<{ subscription: SubscriptionReply }> {
  const write = { key, actor: by, what: 'cancel', body: { of: person.id, what } };
  return await db.transaction().execute((tx) =>
    once(tx, write, async () => {
      await lockOwner(tx, ownerOf(person));
      const current = await currentWithGiven(tx, person, settings.taxBp);
      const meant = meantBy(what, current);
      if (meant === undefined) throw new Refusal((await hasByCompany(tx, person)) ? 'FORBIDDEN' : 'NOTHING_TO_CANCEL');
      if (isOfCompany(person, meant)) throw new Refusal('FORBIDDEN');
      const subscription = meant === current.pending ? await end(tx, meant, by) : await endWithTime(tx, meant, by);
      return { subscription: subscriptionReplyOf(subscription) };
    }),
  );
}

function meantBy(what: CancelBody['what'], { pending, running }: Current): SubscriptionRow | undefined {
  if (what === 'pending') return pending;
  return what === 'running' ? running : (pending ?? running);
}

/** Lets a subscription end with its paid time; one without an end ends now. */
export async function endWithTime(tx: Tx, running: SubscriptionRow, by: string): Promise<SubscriptionRow> {
  const { id, provider_ref: ref } = running;
  await voidOpenInvoices(tx, id, by);
  if (running.current_period_end !== null && running.status !== 'past_due') {
    if (ref !== null) await askToRenewAtProvider(tx, ref, false);
    return await changeSubscription(tx, id, { cancel_at_period_end: true });
  }
  if (ref !== null) await askToEndAtProvider(tx, ref);
  const ended = await changeSubscription(tx, id, { status: 'cancelled' });
  await takeRights(tx, ended);
  return ended;
}
