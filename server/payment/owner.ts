import { randomUUID } from 'node:crypto';
import { uuidv5 } from '#domain/ground/ids.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { planNamed } from '#domain/account/plans-and-prices.ts';
import type { User } from '#domain/account/users.ts';
import {
  addSubscription,
  buyerOf,
  currentOf,
  rightsOf,
  type Owner,
  type SubscriptionRow,
} from './store/subscriptions.ts';
import type { Db, Tx } from '../database/db.ts';

/** Returns the owner of a purchase: the company for its administrators, else the user. */
export function ownerOf(user: Pick<User, 'id' | 'role' | 'company_id'>): Owner {
  return { userId: user.id, companyId: user.role === 'COMPANY_ADMIN' ? user.company_id : null };
}

export interface OwnerSubscriptions {
  running: SubscriptionRow | undefined;
  pending: SubscriptionRow | undefined;
}

/**
 * Returns an owner's subscription. Rights without one, from a trial at sign-up or given by staff, appear as a
 * subscription, so that they can be changed and canceled like others. Read-only.
 */
export async function subscriptionsOrGiven(db: Db | Tx, user: User, taxBp: number): Promise<OwnerSubscriptions> {
  const owner = ownerOf(user);
  const current = await currentOf(db, owner);
  if (current.running !== undefined || isStaff(user) || (await hasByCompany(db, user))) return current;
  const rights = await rightsOf(db, user.id);
  const plan = planNamed(rights?.plan_name);
  if (rights === undefined || plan === undefined) return current;
  const { planName: _, ...buyer } = await buyerOf(db, user.id);
  const running: SubscriptionRow = {
    id: uuidv5(`given/${user.id}`),
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
export async function subscriptionsWithGiven(tx: Tx, user: User, taxBp: number): Promise<OwnerSubscriptions> {
  const current = await subscriptionsOrGiven(tx, user, taxBp);
  const { running } = current;
  if (running?.given !== true || isOfCompany(user, running)) return current;
  if ((await currentOf(tx, ownerOf(user))).running !== undefined) return current;
  return { ...current, running: await addSubscription(tx, { ...running, id: randomUUID() }) };
}

/** Whether this user's plan belongs to their company. */
export async function hasByCompany(db: Db | Tx, user: User): Promise<boolean> {
  if (user.role === 'COMPANY_ADMIN' || user.company_id === null) return false;
  const { running } = await currentOf(db, { userId: user.id, companyId: user.company_id });
  return running !== undefined;
}

/** Whether a given plan is the company's rather than a trial of this user, who then may not end it. */
export function isOfCompany(user: User, { given, status }: SubscriptionRow): boolean {
  return given && status !== 'trailing' && user.company_id !== null && user.role !== 'COMPANY_ADMIN';
}
