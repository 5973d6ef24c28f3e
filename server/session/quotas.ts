import { sql } from 'kysely';
import { refuseBeyond } from '#domain/account/quota-refusal.ts';
import { companyOwner, userOwner, type Quota, quotaNames, quotas, sharesOf } from '#domain/account/quotas.ts';
import type { User } from '#domain/account/users.ts';
import { countWritten, type Db, firstRow, rowsOf, type Tx } from '../database/db.ts';

/** Quota usage of users and companies. */

/** The current day of daily counts. */
export const today = sql`(now() at time zone 'utc')::date`;

/** The daily count of a quota for one owner. */
export interface DayCount {
  owner: string;
  quota: Quota;
  used: number;
}

/** Queries the owners of a user's quotas: the user, and the user's company with its id. An SQL fragment. */
export function ownersOf(userId: string) {
  return sql`select 'user:' || ${userId}::text as owner, null::integer as company_id
    union all select 'company:' || company_id, company_id from users where id = ${userId} and company_id is not null`;
}

/** Condition on a row of `orders`: its price is not accepted, and it has not ended. An SQL fragment. */
export const isUnaccepted = sql`status in ('draft', 'submitted', 'reviewing', 'reviewed')`;

/** The users whose files count for an owner, as an SQL fragment. */
function usersOf(owner: string) {
  const id = owner.slice(owner.indexOf(':') + 1);
  return owner.startsWith('company:')
    ? sql`(select id from users where company_id = ${Number(id)})`
    : sql`(select ${id}::uuid as id)`;
}

/**
 * The stored files that count for an owner, as an SQL fragment. A company's files are those its users uploaded as
 * members: all files of current users, and those that messages of former users show.
 */
function filesOf(owner: string) {
  if (!owner.startsWith('company:')) return sql`files f where f.uploader in ${usersOf(owner)}`;
  return sql`files f where f.company_id = ${Number(owner.slice('company:'.length))} and (f.uploader in ${usersOf(owner)}
    or exists (select from attachments a where a.file_id = f.id))`;
}

/** The current usage of a quota by one owner. */
const counted: Partial<Record<Quota, (owner: string) => ReturnType<typeof sql<{ used: number }>>>> = {
  files: (owner) => sql`select (select count(*) from ${filesOf(owner)})
      + (select count(*) from pending_uploads where uploader in ${usersOf(owner)}) as used`,
  fileBytes: (owner) => sql`select coalesce((select sum(f.size) from ${filesOf(owner)}), 0)::float8
      + coalesce((select sum(size) from pending_uploads where uploader in ${usersOf(owner)}), 0)::float8 as used`,
  ownFiles: (owner) => sql`select count(*) as used from own_files where owner in ${usersOf(owner)}`,
  draftOrders: (owner) => sql`select count(*) as used from orders where ${ordersOf(owner)} and status = 'draft'`,
  draftBytes: (owner) =>
    sql`select coalesce(sum(bytes), 0)::float8 as used from orders where ${ordersOf(owner)} and ${isUnaccepted}`,
};

/** Condition on a row of `orders`: it counts for an owner. An SQL fragment. */
function ordersOf(owner: string) {
  return owner.startsWith('company:')
    ? sql`company_id = ${Number(owner.slice('company:'.length))}`
    : sql`owner_id = ${owner.slice('user:'.length)}::uuid`;
}

async function usedOf(db: Db | Tx, quota: Quota, owner: string): Promise<number> {
  const statement = counted[quota]?.(owner);
  if (statement === undefined) throw new Error(`${quota} is not counted by what is there`);
  const { rows } = await statement.execute(db);
  return rows[0]?.used ?? 0;
}

/** Locks the storage quotas of this user and company until the end of the transaction. */
export async function lockQuotas(tx: Tx, user: User): Promise<void> {
  const owners = [userOwner(user.id), ...(user.company_id === null ? [] : [companyOwner(user.company_id)])];
  for (const owner of owners) await sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 5))`.execute(tx);
}

/** Checks that an addition fits into the storage quotas of this user and company. The caller holds the lock. */
export async function refuseOverfull(
  tx: Tx,
  user: User,
  added: Partial<Record<Quota, number>>,
  factor: number,
): Promise<void> {
  for (const quota of quotaNames) {
    const more = added[quota];
    if (more === undefined) continue;
    for (const share of sharesOf(quota, user, factor))
      refuseBeyond(quota, share, await usedOf(tx, quota, share.owner), more);
  }
}

/**
 * Uses `n` of a user's daily quota.
 * @throws QUOTA_EXCEEDED when there is less left; the use still counts, unless the caller's transaction ends
 */
export async function spendToday(tx: Tx, user: User, quota: Quota, factor: number, n = 1): Promise<void> {
  const row = await firstRow<{ used: number }>(tx)`
    insert into quota_days as q (person, day, quota, used, company_id)
    values (${user.id}, ${today}, ${quota}, ${n}, ${user.company_id})
    on conflict (person, day, quota) do update set used = q.used + excluded.used, company_id = excluded.company_id
    returning used`;
  const used = (row?.used ?? n) - n;
  for (const share of sharesOf(quota, user, factor)) if (share.of === 'user') refuseBeyond(quota, share, used, n);
}

export interface QuotaUsage {
  quota: Quota;
  unit: 'bytes' | 'count';
  per: 'total' | 'day' | 'order';
  /** Null for quotas that are per order. */
  used: number | null;
  limit: number;
}

/** Returns the usage of each quota by a user and, given the company's id, by the company. Read-only. */
export async function quotaUsageOf(db: Db, user: User, of: 'user' | 'company', factor: number): Promise<QuotaUsage[]> {
  const shares = quotaNames.flatMap((quota) =>
    sharesOf(quota, user, factor).flatMap((share) => (share.of === of ? [{ quota, ...share }] : [])),
  );
  const days = await addedToday(db, user, of);
  const usage: QuotaUsage[] = [];
  for (const { quota, owner, limit } of shares) {
    const { unit, per } = quotas[quota];
    const used = per === 'order' ? null : per === 'day' ? (days.get(quota) ?? 0) : await usedOf(db, quota, owner);
    usage.push({ quota, unit, per, used, limit });
  }
  return usage;
}

/** Returns today's additions of this user, or of all users of the company, by quota. */
async function addedToday(db: Db, user: User, of: 'user' | 'company'): Promise<Map<string, number>> {
  const whose = of === 'user' ? sql`person = ${user.id}` : sql`company_id = ${user.company_id}`;
  const rows = await rowsOf<{ quota: string; used: number }>(db)`
    select quota, sum(used)::float8 as used from quota_days where day = ${today} and ${whose} group by quota`;
  return new Map(rows.map(({ quota, used }) => [quota, used]));
}

/** Deletes the counts of past days. */
export async function deleteOldCounts(db: Db): Promise<number> {
  return await countWritten(db)`delete from quota_days where day < ${today} - 7`;
}
