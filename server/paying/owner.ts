import { randomUUID } from 'node:crypto';
import { uuidv5 } from '#domain/ids.ts';
import { isStaff } from '#domain/permissions.ts';
import { planNamed } from '#domain/plans.ts';
import type { Person } from '#domain/users.ts';
import {
  addSubscription,
  buyerOf,
  currentOf,
  rightsOf,
  type Owner,
  type SubscriptionRow,
} from '../store/paying/subscriptions.ts';
import type { Db, Tx } from '../store/system/db.ts';

/** Returns the owner of a purchase: the company for its administrators, else the user. */
export function ownerOf(person: Pick<Person, 'id' | 'role' | 'company_id'>): Owner {
  return { userId: person.id, companyId: person.role === 'COMPANY_ADMIN' ? person.company_id : null };
}

export interface Current {
  running: SubscriptionRow | undefined;
  pending: SubscriptionRow | undefined;
}

/**
 * Returns an owner's subscription. Rights without one, from a trial at sign-up or given by staff, appear as a
 * subscription, so that they can be changed and canceled like others. Read-only.
 */
export async function currentOrGiven(db: Db | Tx, person: Person, taxBp: number): Promise<Current> {
  const owner = ownerOf(person);
  const current = await currentOf(db, owner);
  if (current.running !== undefined || isStaff(person) || (await hasByCompany(db, person))) return current;
  const rights = await rightsOf(db, person.id);
  const plan = planNamed(rights?.plan_name);
  if (rights === undefined || plan === undefined) return current;
  const { planName: _, ...buyer } = await buyerOf(db, person.id);
  const running: SubscriptionRow = {
    id: uuidv5(`given/${person.id}`),
    user_id: owner.userId,
    company_id: owner.companyId,
    plan_name: plan.id,
    billing_type: 'fixed',
    provider: 'invoice',
    status: rights.status,
    currency: plan.currency,
    subtotal: plan.price,
    tax_bp: taxBp,
    licenses: plan.licenses,
    buyer,
    current_period_end: rights.until,
    cancel_at_period_end: false,
    provider_ref: null,
    provider_event_at: null,
    given: true,
    created_at: rights.since,
  };
  return { ...current, running };
}

/**
 * Returns the same for a call that changes it: given rights get a row, unless they are the company's. The caller holds
 * the owner's lock.
 */
export async function currentWithGiven(tx: Tx, person: Person, taxBp: number): Promise<Current> {
  const current = await currentOrGiven(tx, person, taxBp);
  const { running } = current;
  if (running?.given !== true || isOfCompany(person, running)) return current;
  if ((await currentOf(tx, ownerOf(person))).running !== undefined) return current;
  return { ...current, running: await addSubscription(tx, { ...running, id: randomUUID() }) };
}

/** Whether this user's plan belongs to their company. */
export async function hasByCompany(db: Db | Tx, person: Person): Promise<boolean> {
  if (person.role === 'COMPANY_ADMIN' || person.company_id === null) return false;
  const { running } = await currentOf(db, { userId: person.id, companyId: person.company_id });
  return running !== undefined;
}

/** Whether a given plan is the company's rather than a trial of this user, who then may not end it. */
export function isOfCompany(person: Person, { given, status }: SubscriptionRow): boolean {
  return given && status !== 'trailing' && person.company_id !== null && person.role !== 'COMPANY_ADMIN';
}
