import { serverLimits } from '#domain/server-limits.ts';
import { isStaff } from '#domain/permissions.ts';
import type { CurrentReply } from '#domain/protocol/paying.ts';
import type { Person } from '#domain/users.ts';
import { invoicesOf } from '../store/paying/invoices.ts';
import { currentOf, hasHadOne } from '../store/paying/subscriptions.ts';
import { currentOrGiven, hasByCompany, isOfCompany, ownerOf } from './owner.ts';
import type { Paying } from './paying.ts';
import { invoiceReplyOf, subscriptionReplyOf } from './replies.ts';

/** Returns a user's subscription, unpaid order and invoices. Of a company's plan, its users see only the plan. */
export async function standingOf({ db, settings }: Paying, person: Person): Promise<CurrentReply> {
  const owner = ownerOf(person);
  const byCompany = await hasByCompany(db, person);
  const own = await currentOrGiven(db, person, settings.taxBp);
  const running = own.running ?? (byCompany ? await companysPlan(db, person) : undefined);
  return {
    subscription: running === undefined ? null : subscriptionReplyOf(running),
    pending: own.pending === undefined ? null : subscriptionReplyOf(own.pending),
    trial_available: running === undefined && !isStaff(person) && !(await hasHadOne(db, owner)),
    may_change: own.running !== undefined || !byCompany,
    may_cancel: own.running !== undefined && !isOfCompany(person, own.running),
    invoices: (await invoicesOf(db, owner, serverLimits.listedInvoices)).map(invoiceReplyOf),
  };
}

async function companysPlan(db: Paying['db'], person: Person) {
  return (await currentOf(db, { userId: person.id, companyId: person.company_id })).running;
}
