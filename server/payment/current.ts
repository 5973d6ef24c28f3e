import type { CurrentReply } from '#domain/payment/wire/payments.ts';
import type { User } from '#domain/account/users.ts';
import { invoicesOf } from './store/invoices.ts';
import { currentOf } from './store/subscriptions.ts';
import { subscriptionsOrGiven, hasByCompany, isOfCompany, ownerOf } from './owner.ts';
import type { Payments } from './payments.ts';
import { invoiceReplyOf, subscriptionReplyOf } from './replies.ts';
import { whyNoTrial } from './trial.ts';

const listedInvoices = 50;

/** Returns a user's subscription, unpaid order and invoices. Of a company's plan, its users see only the plan. */
export async function currentReplyOf({ db, settings }: Payments, user: User): Promise<CurrentReply> {
  const owner = ownerOf(user);
  const byCompany = await hasByCompany(db, user);
  const own = await subscriptionsOrGiven(db, user, settings.taxBp);
  const running = own.running ?? (byCompany ? await companysPlan(db, user) : undefined);
  const refused = await whyNoTrial(db, user, running);
  return {
    subscription: running === undefined ? null : subscriptionReplyOf(running),
    pending: own.pending === undefined ? null : subscriptionReplyOf(own.pending),
    trial_available: refused === null,
    trial_refused: refused,
    may_change: own.running !== undefined || !byCompany,
    may_cancel: own.running !== undefined && !isOfCompany(user, own.running),
    invoices: (await invoicesOf(db, owner, listedInvoices)).map(invoiceReplyOf),
  };
}

async function companysPlan(db: Payments['db'], user: User) {
  return (await currentOf(db, { userId: user.id, companyId: user.company_id })).running;
}
