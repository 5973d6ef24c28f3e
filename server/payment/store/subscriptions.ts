import { sql } from 'kysely';
import { changeRights } from '../../session/rights.ts';
import { type Db, firstRow, firstValue, hasRow, rowsOf, type Tx } from '../../database/db.ts';

/** Subscriptions, and the rights that follow from them. */

/** The addressee of invoices. */
export interface Buyer {
  name: string;
  email: string;
  company: string;
  address: string;
  /** VAT number or business number; absent on older invoices. */
  vat_id?: string;
  /** The buyer's own number of the order. */
  reference?: string;
  /** Lines of the delivery address of an order, and its contact; absent on older invoices. */
  delivery?: string[];
}

export type SubscriptionStatus = 'pending' | 'trailing' | 'active' | 'past_due' | 'cancelled';

export interface SubscriptionRow {
  id: string;
  user_id: string;
  company_id: number | null;
  plan_name: string;
  billing_type: 'fixed' | 'payu';
  provider: 'invoice' | 'stripe';
  status: SubscriptionStatus;
  currency: string;
  subtotal: number;
  tax_bp: number;
  licenses: number;
  buyer: Buyer;
  current_period_end: Date | null;
  cancel_at_period_end: boolean;
  provider_ref: string | null;
  provider_event_at: Date | null;
  /** Rights given without a purchase. */
  given: boolean;
  created_at: Date;
}

/** The owner of a subscription: a company, or a single user. */
export interface Owner {
  userId: string;
  companyId: number | null;
}

const ofOwner = ({ userId, companyId }: Owner) =>
  companyId === null ? sql`(user_id = ${userId} and company_id is null)` : sql`company_id = ${companyId}`;

/** Locks the owner's subscriptions until the end of the transaction. */
export async function lockOwner(tx: Tx, { userId, companyId }: Owner): Promise<void> {
  const name = companyId === null ? `user ${userId}` : `company ${companyId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 4))`.execute(tx);
}

/** Returns the owner's running subscription, and the one waiting for payment. */
export async function currentOf(
  db: Db | Tx,
  owner: Owner,
): Promise<{ running: SubscriptionRow | undefined; pending: SubscriptionRow | undefined }> {
  const rows = await rowsOf<SubscriptionRow>(db)`
    select * from subscriptions where ${ofOwner(owner)} and status <> 'cancelled'`;
  return {
    running: rows.find(({ status }) => status !== 'pending'),
    pending: rows.find(({ status }) => status === 'pending'),
  };
}

/**
 * Whether a trial or plan of this owner ever began; such owners get no trial. An order that was cancelled before its
 * payment never began: it has no paid period.
 */
export async function hasHadOne(db: Db | Tx, owner: Owner): Promise<boolean> {
  const value = await firstValue<boolean>(db)`
    select exists (select from subscriptions s where ${ofOwner(owner)} and (current_period_end is not null or given
                 or exists (select from invoices i where i.subscription_id = s.id and i.status = 'paid')))
        or exists (select from users where id = ${owner.userId} and sub_status is not null) as had`;
  return value === true;
}

/** Whether a payment for it was recorded, by us or by the payment provider. */
export async function isPaidFor(tx: Tx, { id, provider_ref: ref }: SubscriptionRow): Promise<boolean> {
  const value = await firstValue<boolean>(tx)`
    select ${ref !== null} or exists (select from invoices where subscription_id = ${id} and status = 'paid') as is`;
  return value === true;
}

/** Returns a subscription and locks it. */
export async function subscriptionById(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  return await firstRow<SubscriptionRow>(tx)`select * from subscriptions where id = ${id} for update`;
}

/** Returns the subscription with this reference of the payment provider. */
export async function subscriptionByRef(tx: Tx, ref: string): Promise<SubscriptionRow | undefined> {
  return await firstRow<SubscriptionRow>(tx)`
    select * from subscriptions where provider_ref = ${ref} for update`;
}

export type NewSubscription = Pick<
  SubscriptionRow,
  'id' | 'user_id' | 'company_id' | 'plan_name' | 'provider' | 'status' | 'currency' | 'subtotal' | 'tax_bp'
> &
  Pick<SubscriptionRow, 'licenses' | 'buyer' | 'current_period_end'> &
  Partial<Pick<SubscriptionRow, 'given'>>;

/** Adds a subscription. @returns its row */
export async function addSubscription(tx: Tx, made: NewSubscription): Promise<SubscriptionRow> {
  const row = await firstRow<SubscriptionRow>(tx)`
    insert into subscriptions (id, user_id, company_id, plan_name, provider, status, currency, subtotal, tax_bp, licenses,
                               buyer, current_period_end, given)
    values (${made.id}, ${made.user_id}, ${made.company_id}, ${made.plan_name}, ${made.provider}, ${made.status},
            ${made.currency}, ${made.subtotal}, ${made.tax_bp}, ${made.licenses}, ${JSON.stringify(made.buyer)}::jsonb,
            ${made.current_period_end}, ${made.given ?? false})
    returning *`;
  return row as SubscriptionRow;
}

/** Changes of a subscription; absent fields keep their values. */
export type SubscriptionChange = Partial<
  Pick<
    SubscriptionRow,
    | 'status'
    | 'company_id'
    | 'current_period_end'
    | 'cancel_at_period_end'
    | 'provider_ref'
    | 'provider_event_at'
    | 'given'
  >
>;

/** Changes a subscription; a cancelled one ends now. @returns its row */
export async function changeSubscription(tx: Tx, id: string, change: SubscriptionChange): Promise<SubscriptionRow> {
  const sets = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  if (change.status === 'cancelled') sets.push(sql`ended_at = now()`);
  const row = await firstRow<SubscriptionRow>(tx)`
    update subscriptions set ${sql.join(sets)} where id = ${id} returning *`;
  return row as SubscriptionRow;
}

/** The users of a subscription; of a company all but those with a subscription of their own. */
const whose = ({ user_id, company_id }: SubscriptionRow) =>
  company_id === null
    ? sql`u.id = ${user_id}`
    : sql`u.company_id = ${company_id} and u.role in ('USER', 'COMPANY_ADMIN') and not exists (
        select from subscriptions o where o.user_id = u.id and o.company_id is null and ${isRunning})`;

const isRunning = sql`o.status in ('trailing', 'active', 'past_due')`;

/**
 * Writes the rights of a subscription to its users.
 * @param until when the rights end unless they are renewed
 * @param only the one user to write them to
 */
export async function writeRights(tx: Tx, row: SubscriptionRow, until: Date | null, only?: string): Promise<void> {
  const { plan_name, billing_type, status } = row;
  await changeRights(
    tx,
    sql`plan_name = ${plan_name}, billing_type = ${billing_type}, sub_status = ${status},
        current_period_end = ${until}, status = ${status === 'trailing' ? 'FREE_TRIAL' : 'ACTIVE'}`,
    sql`${whose(row)} and ${only === undefined ? sql`true` : sql`u.id = ${only}`}
        and u.status in ('ACTIVE', 'INSTANT_TEST', 'FREE_TRIAL')`,
  );
}

/** Ends the rights of an ended subscription. */
export async function endRights(tx: Tx, row: SubscriptionRow): Promise<void> {
  const theirs = sql`${whose(row)} and u.plan_name = ${row.plan_name} and u.sub_status is not null`;
  await changeRights(tx, sql`sub_status = 'cancelled'`, theirs);
}

/** Returns the running individual subscriptions of users of this company. */
export async function ownOnesIn(tx: Tx, companyId: number): Promise<SubscriptionRow[]> {
  return await rowsOf<SubscriptionRow>(tx)`
    select o.* from subscriptions o join users u on u.id = o.user_id
     where u.company_id = ${companyId} and o.company_id is null and ${isRunning}`;
}

/** Returns the company whose plan this user has besides an individual one, or null. */
export async function companyOfUser(tx: Tx, userId: string): Promise<number | null> {
  const value = await firstValue<number | null>(tx)`
    select company_id from users where id = ${userId} and role in ('USER', 'COMPANY_ADMIN')`;
  return value ?? null;
}

/** Creates the buyer's company and makes the buyer its admin; `writeRights` writes the rights. */
export async function foundCompany(
  tx: Tx,
  userId: string,
  { company, address, email, vat_id }: Buyer,
): Promise<number> {
  const row = await firstRow<{ id: number }>(tx)`
    insert into companies (name, address, contact_email, vat_id)
    values (${company}, ${address}, ${email}, ${vat_id || null}) returning id`;
  const id = row?.id as number;
  const role = sql`case when role = 'USER' then 'COMPANY_ADMIN' else role end`;
  await changeRights(tx, sql`company_id = ${id}, role = ${role}`, sql`u.id = ${userId}`);
  return id;
}

/** Sets the number of a company's licenses. */
export async function setLicenses(tx: Tx, companyId: number, licenses: number): Promise<void> {
  await sql`update companies set license_limit = ${licenses} where id = ${companyId}`.execute(tx);
}

/** Returns the account's details as the buyer, which an order may override. */
export async function buyerOf(db: Db | Tx, userId: string): Promise<Buyer & { planName: string | null }> {
  const row = await firstRow<Buyer & { planName: string | null }>(db)`
    select u.display_name as name, u.email, coalesce(c.name, '') as company,
           coalesce(c.address, '') as address, coalesce(c.vat_id, '') as vat_id, u.plan_name as "planName"
      from users u left join companies c on c.id = u.company_id where u.id = ${userId}`;
  return row ?? { name: '', email: '', company: '', address: '', planName: null };
}

interface GivenRights {
  plan_name: string;
  status: 'trailing' | 'active';
  until: Date | null;
  since: Date;
}

/** Returns rights given without a subscription: a trial from the sign-up, or an account that staff set up. */
export async function rightsOf(db: Db | Tx, userId: string): Promise<GivenRights | undefined> {
  return await firstRow<GivenRights>(db)`
    select plan_name, sub_status as status, current_period_end as until, created_at as since from users
     where id = ${userId} and plan_name is not null and sub_status in ('trailing', 'active')
       and (current_period_end is null or current_period_end > now())`;
}

/** Returns running subscriptions whose period has ended, except those that the payment provider renews and reports. */
export async function overdue(db: Db): Promise<SubscriptionRow[]> {
  return await rowsOf<SubscriptionRow>(db)`
    select * from subscriptions where status in ('trailing', 'active') and current_period_end <= now()
       and provider_ref is null limit 1000`;
}

/** Whether the month after the paid period has an invoice. */
const hasNextInvoice = sql`exists (select from invoices i where i.subscription_id = s.id and i.status <> 'void'
  -- Dates have come through JavaScript, which knows no microseconds.
  and i.period_start > s.current_period_end - interval '1 second')`;

/** Returns active, renewing subscriptions that end within this many days and have no invoice for the next period. */
export async function dueForRenewal(db: Db, days: number): Promise<SubscriptionRow[]> {
  return await rowsOf<SubscriptionRow>(db)`
    select * from subscriptions s where status = 'active' and provider_ref is null and not cancel_at_period_end
       and current_period_end between now() and now() + ${days} * interval '1 day' and not ${hasNextInvoice}
     limit 1000`;
}

/** Whether the period after the paid one has an invoice. */
export async function isRenewed(tx: Tx, id: string): Promise<boolean> {
  return await hasRow(tx)`select from subscriptions s where id = ${id} and ${hasNextInvoice}`;
}
