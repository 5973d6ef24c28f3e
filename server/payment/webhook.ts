import { DAY } from '#domain/ground/units.ts';
import { queueInvoiceEmail } from './store/invoice-emails.ts';
import { askToEndAtProvider } from './provider-calls.ts';
import { hasInvoiceFor, hasInvoices, issueInvoice } from './store/invoices.ts';
import { oneMonthFrom } from './store/months.ts';
import { noteEvent } from './store/provider-events.ts';
import {
  changeSubscription,
  lockOwner,
  subscriptionById,
  subscriptionByRef,
  type SubscriptionRow,
} from './store/subscriptions.ts';
import { activate } from './activate-subscription.ts';
import { invoiceFor, writtenToday } from './by-invoice.ts';
import { reportMismatch } from './mismatch.ts';
import { differences } from './charge-differences.ts';
import type { Payments } from './payments.ts';
import { takeRights } from './subscription-rights.ts';
import { readEvent, type ProviderEvent } from './provider-event.ts';
import type { Tx } from '../database/db.ts';

/**
 * Applies an event of the payment provider. Each event has its effect once, by its id. Events arrive in any order: a
 * status counts only if no newer one was received; a payment always counts.
 */
export async function applyProviderEvent(payments: Payments, received: unknown): Promise<void> {
  const event = readEvent(received);
  if (event === undefined) return;
  await payments.db.transaction().execute(async (tx) => {
    if (!(await noteEvent(tx, event))) return;
    const subscription = await subscriptionOf(tx, event);
    if (subscription === undefined) {
      payments.log.warn({ event: event.id, type: event.type }, 'a payment event is about nothing we know');
      return;
    }
    // A payment counts once, even if two events report it.
    if (event.kind === 'paid' && (await hasInvoiceFor(tx, event.paymentRef))) return;
    const differs = differencesIn(subscription, event);
    if (differs.length > 0) await reportMismatch(tx, payments, subscription, event, differs);
    else if (event.kind === 'opened') await keepProviderRef(tx, subscription, event.ref);
    else if (event.kind === 'state') await applyState(tx, subscription, event);
    else await writePaid(tx, payments, subscription, event);
  });
}

/** Returns the differences between the order and an event that grants rights. */
function differencesIn(subscription: SubscriptionRow, event: ProviderEvent): string[] {
  const { provider_ref: known, status } = subscription;
  if (event.kind === 'state' && status === 'cancelled') return [];
  const isOther = event.ref !== undefined && known !== null && event.ref !== known && status !== 'pending';
  const other = isOther ? [`the provider's subscription ${event.ref}, known as ${known}`] : [];
  // The amount matters only if rights follow.
  const grantsNothing = event.kind === 'state' && (event.status === 'cancelled' || event.status === 'pending');
  return grantsNothing
    ? other
    : [...differences(subscription, event.charge), ...other, ...untimely(subscription, event)];
}

/** Longest month, plus time for a payment that is retried and for time zones. */
const monthAtMostMs = (31 + 7) * DAY;

/** Returns the differences in time: a period that was not ordered, or that is paid already. */
function untimely({ status, provider_event_at: lastEventAt }: SubscriptionRow, event: ProviderEvent): string[] {
  if (event.kind === 'state') {
    const { at, until } = event;
    if (until === null) return ['paid until an end that is not stated, ordered for a month'];
    if (until.getTime() <= at.getTime() + monthAtMostMs) return [];
    return [`paid until ${until.toISOString()}, ordered for a month`];
  }
  if (event.kind !== 'paid') return [];
  const { start, end } = event.period ?? {};
  if (start !== undefined && end !== undefined && end.getTime() - start.getTime() > monthAtMostMs)
    return [`paid from ${start.toISOString()} until ${end.toISOString()}, ordered for a month`];
  const paid = `payment ${event.paymentRef} of ${event.charge.amount}`;
  // A payment made before the end at the provider, but received later, was for the previous period.
  const isLate = event.ref !== undefined && lastEventAt !== null && event.at <= lastEventAt;
  if (status === 'cancelled') return isLate ? [] : [`${paid}, for what was cancelled`];
  return event.ref === undefined && status !== 'pending' ? [`${paid}, for what is paid already`] : [];
}

/** Returns the subscription of an event, by our id or the provider's, under its owner's lock. */
async function subscriptionOf(tx: Tx, event: ProviderEvent): Promise<SubscriptionRow | undefined> {
  const find = async () =>
    (event.subscriptionId === undefined ? undefined : await subscriptionById(tx, event.subscriptionId)) ??
    (event.ref === undefined ? undefined : await subscriptionByRef(tx, event.ref));
  const seen = await find();
  if (seen === undefined) return undefined;
  await lockOwner(tx, { userId: seen.user_id, companyId: seen.company_id });
  return await find();
}

async function keepProviderRef(
  tx: Tx,
  { id, provider_ref: known }: SubscriptionRow,
  ref: string | undefined,
): Promise<void> {
  if (ref !== undefined && known === null) await changeSubscription(tx, id, { provider_ref: ref });
}

type ProviderState = Extract<ProviderEvent, { kind: 'state' }>;

async function applyState(tx: Tx, subscription: SubscriptionRow, event: ProviderState): Promise<void> {
  const { id, provider_event_at: lastEventAt } = subscription;
  if (lastEventAt !== null && event.at < lastEventAt) return;
  const known = { provider_ref: event.ref, provider_event_at: event.at };
  if (subscription.status === 'cancelled') {
    // Canceled here but paid at the provider: it is ended there too.
    await changeSubscription(tx, id, known);
    if (event.status !== 'cancelled') await askToEndAtProvider(tx, event.ref);
    return;
  }
  // An unpaid order cannot become past due: only a payment or a trial starts rights.
  const beginsNothing = subscription.status === 'pending' && event.status === 'past_due';
  if (event.status === 'pending' || beginsNothing) {
    await changeSubscription(tx, id, known);
  } else if (event.status === 'cancelled') {
    const wasRunning = subscription.status !== 'pending';
    const row = await changeSubscription(tx, id, { ...known, status: 'cancelled' });
    if (wasRunning) await takeRights(tx, row);
  } else {
    await activate(tx, subscription, {
      ...known,
      status: event.status,
      current_period_end: event.until,
      cancel_at_period_end: event.endsWithPeriod,
    });
  }
}

type PaidEvent = Extract<ProviderEvent, { kind: 'paid' }>;

/** Writes the invoice of a payment. A single payment, without a subscription at the provider, buys one month. */
async function writePaid(tx: Tx, payments: Payments, subscription: SubscriptionRow, event: PaidEvent): Promise<void> {
  const month = await oneMonthFrom(tx, null);
  let row = subscription;
  if (event.ref === undefined && subscription.status === 'pending') {
    row = await activate(tx, subscription, { status: 'active', current_period_end: month.end });
  } else if (event.ref !== undefined) {
    await keepProviderRef(tx, subscription, event.ref);
  }
  // The first invoice is addressed to the buyer of the order.
  const written = (await hasInvoices(tx, row.id)) ? await writtenToday(tx, row) : row;
  const invoice = await issueInvoice(tx, {
    ...invoiceFor(payments.settings, written),
    status: 'paid',
    providerRef: event.paymentRef,
    period_start: event.period?.start ?? month.start,
    period_end: event.period?.end ?? month.end,
  });
  await queueInvoiceEmail(tx, 'invoicePaid', invoice);
}
