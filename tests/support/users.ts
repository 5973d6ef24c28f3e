import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { uuidv7 } from '#domain/ground/ids.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { User } from '#domain/account/users.ts';
import { buildIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { type Bus, createBus } from '../../server/spine/bus/push.ts';
import type { Nouns } from '../../server/spine/work/rules.ts';
import { createNouns } from '../../server/start/nouns.ts';
import type { IncomingCommand } from '../../server/spine/bus/parse.ts';
import { createHints } from '../../server/spine/feed/hints.ts';
import { silentLog } from '../../server/ground/log.ts';
import { actorOf } from '../../server/session/users.ts';
import type { Db } from '../../server/database/db.ts';

/** Users for tests, and a command bus for them. */

export const newId = (): string => uuidv7(Date.now(), (into) => into.set(randomBytes(into.length)));

/** Returns the fingerprint of an unknown device. */
export const newDevice = (): string => randomBytes(32).toString('hex');

const kinds = {
  engineer: { role: 'USER', status: 'ACTIVE', company: 102, plan: 'navigator-premium', sub: 'active' },
  colleague: { role: 'USER', status: 'ACTIVE', company: 102, plan: 'navigator-premium', sub: 'active' },
  customer: { role: 'USER', status: 'ACTIVE', company: 500, plan: 'professional', sub: 'active' },
  manager: { role: 'COMPANY_ADMIN', status: 'ACTIVE', company: 500, plan: 'professional', sub: 'active' },
  stranger: { role: 'USER', status: 'ACTIVE', company: null, plan: null, sub: null },
  trial: { role: 'USER', status: 'INSTANT_TEST', company: null, plan: null, sub: null },
  freeTrial: { role: 'USER', status: 'FREE_TRIAL', company: null, plan: 'premium', sub: 'trailing' },
  freeTrialProfessional: { role: 'USER', status: 'FREE_TRIAL', company: null, plan: 'professional', sub: 'trailing' },
  standard: { role: 'USER', status: 'ACTIVE', company: 500, plan: 'standard', sub: 'active' },
  companyAdmin: { role: 'COMPANY_ADMIN', status: 'ACTIVE', company: 102, plan: 'navigator-premium', sub: 'active' },
  companyAdminWithoutPlan: { role: 'COMPANY_ADMIN', status: 'ACTIVE', company: 600, plan: null, sub: null },
  expert: { role: 'EXPERT', status: 'ACTIVE', company: null, plan: null, sub: null },
  admin: { role: 'CHATBOT', status: 'ACTIVE', company: null, plan: null, sub: null },
} as const;

/** Creates a user of this kind in the database. */
export async function somebody(db: Db, kind: keyof typeof kinds, questionLimit = 10): Promise<User> {
  const { role, status, company, plan, sub } = kinds[kind];
  const id = randomUUID();
  if (company !== null) {
    await sql`insert into companies (id, name) values (${company}, ${`Company ${company}`}) on conflict do nothing`.execute(
      db,
    );
  }
  await sql`insert into users (id, email, display_name, company_id, role, status, plan_name, billing_type, sub_status, question_limit)
    values (${id}, ${`${kind}-${id}@test.vfp`.toLowerCase()}, ${kind}, ${company}, ${role}, ${status}, ${plan},
            ${sub === null ? null : 'fixed'}, ${sub}, ${questionLimit})`.execute(db);
  const actor = await actorOf(db, id);
  if (actor === undefined) throw new Error('the person was not stored');
  return actor;
}

/** Invoices of tests: without seller and tax. */
export const noInvoicing = { seller: { lines: [], bank: [] }, taxBp: 0 };

/** Creates a command bus on this database. A logged error fails the test, unless failures are expected. */
export async function busOn(db: Db, knowledge: KnowledgeEntry[] = [], failuresExpected = false): Promise<Bus> {
  const log = {
    ...silentLog,
    error: (facts: object | string, text?: string) => {
      throw new Error(text ?? 'logged', { cause: facts });
    },
  };
  return createBus({
    db,
    log: failuresExpected ? silentLog : log,
    hints: await createHints(undefined),
    nouns: nounsOn(db, knowledge),
  });
}

/** Creates what the nouns bring to a bus on this database. */
export function nounsOn(db: Db, knowledge: KnowledgeEntry[] = []): Nouns {
  const index = buildIndex(knowledge);
  return createNouns({ db, knowledge: () => index, invoicing: noInvoicing });
}

/** Returns a command as a device sends it. */
export function wish(type: string, args: object, more: Partial<IncomingCommand> = {}): IncomingCommand {
  return { cmdId: newId(), type, v: 1, args, ...more };
}
