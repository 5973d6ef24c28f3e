import { sql } from 'kysely';
import { connect } from '../../server/database/database.ts';
import { silentLog } from '../../server/ground/log.ts';
import { openSession } from '../../server/session/sessions.ts';
import { eleven } from '../support/src/eleven.ts';
import { addKinds, emailOf } from '../support/kinds.ts';

/** The callers and the existing ids: the eleven kinds of user, beside the demo. */
export interface World {
  kinds: string[];
  /** Returns a token of this kind of user; undefined for guests. */
  tokenOf(kind: string): string | undefined;
  idOf(kind: string): string | undefined;
  /** Returns ids of existing entities, of any user. */
  ids(): readonly string[];
  emails: readonly string[];
  /** Remembers the ids in a reply for later requests. */
  remember(text: string): void;
  /** Signs this kind of user in again. */
  signIn(kind: string): Promise<void>;
  /** Restores all users' rights and sessions. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

const mostIds = 400;
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export async function openWorld(databaseUrl: string): Promise<World> {
  const db = connect(databaseUrl, silentLog, 2);
  await addKinds(db);
  const tokens = new Map<string, string>();
  const own = new Map<string, string>();
  const ids: string[] = [];
  for (const table of ['users', 'rooms', 'orders', 'messages', 'files', 'invoices']) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id limit 20`.execute(db);
    ids.push(...rows.map(({ id }) => id));
  }

  async function signIn(kind: string): Promise<void> {
    const { rows } = await sql<{ id: string }>`select id from users where email = ${emailOf(kind)}`.execute(db);
    const [row] = rows;
    if (row === undefined) return;
    own.set(kind, row.id);
    tokens.set(kind, await openSession(db, row.id, { deviceId: null, userAgent: null, remember: true }));
  }

  async function restore(): Promise<void> {
    for (const { kind, user } of eleven) {
      if (user === null) continue;
      const { role, status, plan, subscription, company_id: company } = user;
      await sql`
        update users set role = ${role}, status = ${status}, plan_name = ${plan?.name ?? null}, disabled_at = null,
               sub_status = ${subscription?.status ?? null}, company_id = ${company}, question_usage = 0
         where email = ${emailOf(kind)}`.execute(db);
      await signIn(kind);
    }
  }

  return {
    kinds: eleven.map(({ kind }) => kind),
    tokenOf: (kind) => tokens.get(kind),
    idOf: (kind) => own.get(kind),
    ids: () => ids,
    emails: [...eleven.map(({ kind }) => emailOf(kind)), 'engineer@demo.vfp', 'nobody@fuzz.vfp', 'admin@demo.vfp'],
    remember(text) {
      for (const id of new Set(text.slice(0, 20_000).match(uuids))) if (!ids.includes(id)) ids.push(id);
      if (ids.length > mostIds) ids.splice(100, ids.length - mostIds);
    },
    signIn,
    restore,
    close: () => db.destroy(),
  };
}
