import { isStaff } from './permissions.ts';
import { KB, MB } from '../ground/units.ts';
import type { User } from './users.ts';

/**
 * Limits of storage and use for a user, and for all members of a company together. The server counts usage in the
 * transaction that adds to it; the settings page shows it. Sizes are in bytes, everything else is a count.
 */

const GB = 1024 * MB;

/** Group that sets a user's share: trials and accounts without a running plan, paying customers, staff. */
type QuotaKind = 'trial' | 'member' | 'staff';

interface QuotaRow extends Record<QuotaKind, number> {
  unit: 'bytes' | 'count';
  /** Counts everything that exists, what was added since midnight UTC, or the contents of each single order. */
  per: 'total' | 'day' | 'order';
  /** Limit for the company as a whole; null for no limit beyond those of its members. */
  company: number | null;
}

export const quotas = {
  // Started uploads, files of messages, and own files. The same bytes of one user count once.
  files: { unit: 'count', per: 'total', trial: 40, member: 5_000, staff: 50_000, company: 50_000 },
  fileBytes: { unit: 'bytes', per: 'total', trial: 100 * MB, member: 5 * GB, staff: 50 * GB, company: 50 * GB },
  ownFiles: { unit: 'count', per: 'total', trial: 20, member: 200, staff: 200, company: null },
  roomsPerDay: { unit: 'count', per: 'day', trial: 30, member: 500, staff: 5_000, company: 5_000 },
  messagesPerDay: { unit: 'count', per: 'day', trial: 500, member: 20_000, staff: 50_000, company: 100_000 },
  questionsPerDay: { unit: 'count', per: 'day', trial: 200, member: 2_000, staff: 5_000, company: 20_000 },
  ordersPerDay: { unit: 'count', per: 'day', trial: 20, member: 300, staff: 3_000, company: 3_000 },
  // Copies of the user's own data.
  copiesPerDay: { unit: 'count', per: 'day', trial: 2, member: 2, staff: 2, company: null },
  // Bytes that a day's commands add to the log, which all devices of the users concerned pull. A heavy day is a few MB.
  writtenBytesPerDay: {
    unit: 'bytes',
    per: 'day',
    trial: 10 * MB,
    member: 50 * MB,
    staff: 200 * MB,
    company: 500 * MB,
  },
  draftOrders: { unit: 'count', per: 'total', trial: 20, member: 300, staff: 3_000, company: 3_000 },
  // Drafts, templates, and orders until their price is accepted: whatever a user stores without paying for it. Devices of
  // staff and colleagues load all of it. A draft with its price has 8 KB, one with ten tests 25: a member's share is for
  // some 300 drafts.
  draftBytes: { unit: 'bytes', per: 'total', trial: 512 * KB, member: 4 * MB, staff: 20 * MB, company: 20 * MB },
  // Each colleague's device stores every order.
  orderBytes: { unit: 'bytes', per: 'order', trial: 64 * KB, member: 256 * KB, staff: 256 * KB, company: null },
  orderItems: { unit: 'count', per: 'order', trial: 100, member: 300, staff: 300, company: null },
} as const satisfies Record<string, QuotaRow>;

export type Quota = keyof typeof quotas;

/** Quota names in display order. */
export const quotaNames = Object.keys(quotas) as Quota[];

/** Details of a `QUOTA_EXCEEDED` refusal: whose share it is, and how much of it is used. */
export interface QuotaDetails {
  quota: Quota;
  of: 'user' | 'company';
  used: number;
  limit: number;
  unit: 'bytes' | 'count';
}

function quotaKindOf(user: User): QuotaKind {
  if (isStaff(user)) return 'staff';
  const isTrial = user.status === 'INSTANT_TEST' || user.status === 'FREE_TRIAL';
  const isPaid = user.subscription?.status === 'active' || user.subscription?.status === 'past_due';
  return isTrial || !isPaid ? 'trial' : 'member';
}

/** A share of a quota: the user's own, or the company's. */
export interface Share {
  of: 'user' | 'company';
  /** Key of the user or company in the counters: `user:{id}` or `company:{id}`. */
  owner: string;
  limit: number;
}

/**
 * Returns the shares that an addition by this user must fit into.
 * @param factor server setting by which every quota is multiplied
 */
export function sharesOf(quota: Quota, user: User, factor = 1): Share[] {
  const row: QuotaRow = quotas[quota];
  const own: Share = { of: 'user', owner: userOwner(user.id), limit: row[quotaKindOf(user)] * factor };
  if (row.company === null || user.company_id === null) return [own];
  return [own, { of: 'company', owner: companyOwner(user.company_id), limit: row.company * factor }];
}

/** Keys under which use is counted: of a user by the id of the account, of a company by its number. */
export const userOwner = (id: string): string => `user:${id}`;
export const companyOwner = (id: number): string => `company:${id}`;

/** English message of a refusal for each quota: which limit was reached, and what to do. */
export const quotaSentences: Record<Quota, string> = {
  files: 'Your limit for files is reached. Delete files or messages with files, or choose a larger plan.',
  fileBytes: 'Your storage for files is full. Delete files or messages with files, or choose a larger plan.',
  ownFiles: 'Your limit for files here is reached. Delete one first.',
  roomsPerDay:
    'Today’s limit for new conversations is reached. Continue an existing one, or start the new one after midnight UTC.',
  messagesPerDay: 'Today’s limit for messages is reached. Send this one again after midnight UTC.',
  questionsPerDay: 'Today’s limit for questions is reached. Ask this one again after midnight UTC.',
  ordersPerDay:
    'Today’s limit for new orders is reached. Continue an existing one, or start the new one after midnight UTC.',
  copiesPerDay: 'Two copies a day are allowed. Request the next one after midnight UTC.',
  writtenBytesPerDay: 'Today’s limit for saved data is reached. Send this again after midnight UTC.',
  draftOrders: 'Your limit for draft orders is reached. Place or discard one first.',
  draftBytes:
    'Your storage for drafts, templates and orders under review is full. Discard drafts or templates that you no longer need, or shorten their texts.',
  orderBytes: 'This order has reached the size limit. Shorten its texts, or split it into two orders.',
  orderItems: 'This order has reached the limit for tests. Split it into two orders.',
};
