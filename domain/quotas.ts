import { isStaff } from './permissions.ts';
import { KB, MB } from './units.ts';
import type { Person } from './users.ts';

/**
 * How much a person, and all people of a company together, may keep and do. The server counts, in the transaction that
 * adds; the settings show it. Sizes in bytes, everything else in pieces.
 */

const GB = 1024 * MB;

/** For whom a person's share is: trials and accounts without a running plan, customers, who works for the platform. */
type QuotaKind = 'trial' | 'member' | 'staff';

interface QuotaRow extends Record<QuotaKind, number> {
  unit: 'bytes' | 'count';
  /** Of what is there, of what was added since midnight UTC, or of each single order. */
  per: 'total' | 'day' | 'order';
  /** For the company as a whole; null: no more than its people may. */
  company: number | null;
}

export const quotas = {
  // Uploads that have begun, files of messages, and own files; the same bytes of one person count once.
  files: { unit: 'count', per: 'total', trial: 40, member: 5_000, staff: 50_000, company: 50_000 },
  fileBytes: { unit: 'bytes', per: 'total', trial: 100 * MB, member: 5 * GB, staff: 50 * GB, company: 50 * GB },
  ownFiles: { unit: 'count', per: 'total', trial: 20, member: 200, staff: 200, company: null },
  roomsPerDay: { unit: 'count', per: 'day', trial: 30, member: 500, staff: 5_000, company: 5_000 },
  messagesPerDay: { unit: 'count', per: 'day', trial: 500, member: 20_000, staff: 50_000, company: 100_000 },
  questionsPerDay: { unit: 'count', per: 'day', trial: 200, member: 2_000, staff: 5_000, company: 20_000 },
  ordersPerDay: { unit: 'count', per: 'day', trial: 20, member: 300, staff: 3_000, company: 3_000 },
  // Copies of one's own data.
  copiesPerDay: { unit: 'count', per: 'day', trial: 2, member: 2, staff: 2, company: null },
  // What the commands of a day add to the log, which every device of those concerned carries. A heavy day is a few MB.
  writtenBytesPerDay: {
    unit: 'bytes',
    per: 'day',
    trial: 10 * MB,
    member: 50 * MB,
    staff: 200 * MB,
    company: 500 * MB,
  },
  draftOrders: { unit: 'count', per: 'total', trial: 20, member: 300, staff: 3_000, company: 3_000 },
  // Every colleague's device carries every order.
  orderBytes: { unit: 'bytes', per: 'order', trial: 64 * KB, member: 256 * KB, staff: 256 * KB, company: null },
  orderItems: { unit: 'count', per: 'order', trial: 100, member: 300, staff: 300, company: null },
} as const satisfies Record<string, QuotaRow>;

export type Quota = keyof typeof quotas;

/** The names of the quotas in the order they are shown in. */
export const quotaNames = Object.keys(quotas) as Quota[];

/** The details of a refusal for a quota: whose it is, and how much of it is used. */
export interface QuotaDetails {
  quota: Quota;
  of: 'person' | 'company';
  used: number;
  limit: number;
  unit: 'bytes' | 'count';
}

function quotaKindOf(person: Person): QuotaKind {
  if (isStaff(person)) return 'staff';
  const isTrial = person.status === 'INSTANT_TEST' || person.status === 'FREE_TRIAL';
  const isPaid = person.subscription?.status === 'active' || person.subscription?.status === 'past_due';
  return isTrial || !isPaid ? 'trial' : 'member';
}

/** One share of a quota: the person's own, or the company's. */
export interface Share {
  of: 'person' | 'company';
  /** Whose it is, as the counts name them. */
  owner: string;
  limit: number;
}

/**
 * The shares that something added by this person must fit into.
 * @param factor what the server's settings multiply every quota by
 */
export function sharesOf(quota: Quota, person: Person, factor = 1): Share[] {
  const row: QuotaRow = quotas[quota];
  const own: Share = { of: 'person', owner: personOwner(person.id), limit: row[quotaKindOf(person)] * factor };
  if (row.company === null || person.company_id === null) return [own];
  return [own, { of: 'company', owner: companyOwner(person.company_id), limit: row.company * factor }];
}

export const personOwner = (id: string): string => `user:${id}`;
export const companyOwner = (id: number): string => `company:${id}`;

/** The English message of a refusal for each quota: what the limit is, and what to do. */
export const quotaSentences: Record<Quota, string> = {
  files: 'No more files fit. Delete files or messages with files, or get a larger plan.',
  fileBytes: 'There is no room left for files. Delete files or messages with files, or get a larger plan.',
  ownFiles: 'You keep as many files here as fit. Delete one first.',
  roomsPerDay:
    'Today’s limit for new conversations is reached. Go on in one that is there, or start the new one after midnight UTC.',
  messagesPerDay: 'Today’s limit for messages is reached. Send this one again after midnight UTC.',
  questionsPerDay: 'Today’s limit for questions is reached. Ask this one again after midnight UTC.',
  ordersPerDay:
    'Today’s limit for new orders is reached. Go on with one that is there, or start the new one after midnight UTC.',
  copiesPerDay: 'Two copies a day are made. Ask for the next one after midnight UTC.',
  writtenBytesPerDay: 'Today’s limit for what is written is reached. Send this again after midnight UTC.',
  draftOrders: 'No more drafts of orders fit. Place or discard one first.',
  orderBytes: 'This order is as large as an order may be. Shorten its texts, or split it into two orders.',
  orderItems: 'This order has as many tests as an order may have. Split it into two orders.',
};
