import { randomUUID } from 'node:crypto';
import { isStaff } from '#domain/permissions.ts';
import { planNamed } from '#domain/plans.ts';
import type { Person } from '#domain/users.ts';
import type { Db, Tx } from '../store/database.ts';
import {
  addSubscription,
  buyerOf,
  currentOf,
  rightsOf,
  type Owner,
  type SubscriptionRow,
} from '../store/subscriptions.ts';

/** For whom somebody buys: company admins for their company, everybody else for themselves. */
export function ownerOf(person: Pick<Person, 'id' | 'role' | 'company_id'>): Owner {
  return { userId: person.id, companyId: person.role === 'COMPANY_ADMIN' ? person.company_id : null };
}

export interface Current {
  running: SubscriptionRow | undefined;
  pending: SubscriptionRow | undefined;
}

/**
 * What an owner has. Rights that came without a subscription, from a trial of the sign-up or by our own hand, get one the
 * first time it is asked for, so that they can be changed and cancelled like others. The caller holds the owner's lock.
 */
export async function currentWithGiven(tx: Tx, person: Person, taxBp: number): Promise<Current> {
  const owner = ownerOf(person);
  const current = await currentOf(tx, owner);
  if (current.running !== undefined || isStaff(person) || (await hasByCompany(tx, person))) return current;
  const rights = await rightsOf(tx, person.id);
  const plan = planNamed(rights?.plan_name);
  if (rights === undefined || plan === undefined) return current;
  const { planName: _, ...buyer } = await buyerOf(tx, person.id);
  const running = await addSubscription(tx, {
    id: randomUUID(),
    user_id: owner.userId,
    company_id: owner.companyId,
    plan_name: plan.id,
    provider: 'invoice',
    status: rights.status,
    currency: plan.currency,
    subtotal: plan.price,
    tax_bp: taxBp,
    licenses: plan.licenses,
    buyer,
    current_period_end: rights.until,
  });
  return { ...current, running };
}

/** Whether this person's plan is the company's, which somebody else bought. */
export async function hasByCompany(db: Db | Tx, person: Person): Promise<boolean> {
  if (person.role === 'COMPANY_ADMIN' || person.company_id === null) return false;
  const { running } = await currentOf(db, { userId: person.id, companyId: person.company_id });
  return running !== undefined;
}
