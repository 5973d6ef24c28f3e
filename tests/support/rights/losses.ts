import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from '../../../server/account/passwords.ts';
import { openSession, sessionOf } from '../../../server/session/sessions.ts';
import { makeCode } from '../../../server/account/store/codes.ts';
import type { somebody } from '../users.ts';
import { newDevice, wish } from '../users.ts';
import { push, type SignedIn } from '../servers/processes.ts';
import type { Db } from '../../../server/database/db.ts';

/** Streams that other users write and the user can see: a colleague's order, and the user's own rooms. */
export const streams = ['order', 'expert room', 'result room'] as const;
export type Stream = (typeof streams)[number];

/** The affected user and the processes. */
export interface Scene {
  db: Db;
  /** The process that other users call. */
  url: string;
  victim: SignedIn;
  expert: SignedIn;
  rooms: { 'expert room': string; 'result room': string };
}

/** One way to lose rights. */
export interface Loss {
  kind: Parameters<typeof somebody>[1];
  /** Resolves when the change is confirmed to the user who made it. */
  happens(scene: Scene): Promise<unknown>;
  /** Streams that `/sync` must no longer mention. */
  hides: readonly Stream[];
  /** Namespaces that must close. */
  ends: readonly string[];
}

/** An engineer loses everything, or what the pass opens. */
const everything = { kind: 'engineer', hides: streams, ends: ['/sync', '/po-chat', '/socket/v1'] } as const;
const pass = { kind: 'engineer', hides: ['order'], ends: ['/po-chat', '/socket/v1'] } as const;
/** A customer loses the chat with experts. */
const experts = { kind: 'customer', hides: [], ends: ['/socket/v1'] } as const;

/** Every way to lose rights, and what it closes. Each one ends calls in progress. */
export const losses: Readonly<Record<string, Loss>> = {
  'removed from the company': {
    ...pass,
    happens: ({ url, victim, expert }) =>
      call(url, expert, 'DELETE', `/company_users/${victim.user.id}?company_id=102`),
  },
  'moved to another company': {
    ...pass,
    happens: async (scene) => {
      await sql`insert into companies (id, name) values (500, 'Another') on conflict do nothing`.execute(scene.db);
      await updateUser(scene, sql`company_id = 500`);
    },
  },
  'the plan is taken': {
    ...pass,
    happens: (scene) => updateUser(scene, sql`plan_name = null, sub_status = null`),
  },
  'the plan becomes a smaller one': {
    ...pass,
    happens: (scene) => updateUser(scene, sql`plan_name = 'standard'`),
  },
  'the plan is not paid for': {
    ...experts,
    happens: (scene) => updateUser(scene, sql`sub_status = 'past_due'`),
  },
  'the plan ends by the clock': {
    ...experts,
    happens: (scene) =>
      byTheClock(scene, sql`update users set current_period_end = now() where id = ${scene.victim.user.id}`),
  },
  'taken out of both rooms': {
    kind: 'engineer',
    hides: ['expert room', 'result room'],
    ends: [],
    async happens({ url, victim, expert, rooms }) {
      for (const roomId of Object.values(rooms))
        await push(url, expert, wish('member.remove', { roomId, userId: victim.user.id }));
    },
  },
  'a row of a room is deleted by hand': {
    kind: 'engineer',
    hides: ['expert room'],
    ends: [],
    happens: ({ db, victim, rooms }) =>
      sql`delete from room_members where user_id = ${victim.user.id} and room_id = ${rooms['expert room']}`.execute(db),
  },
  'no expert any more': {
    ...everything,
    kind: 'expert',
    hides: ['order'],
    happens: (s) => updateUser(s, sql`role = 'USER'`),
  },
  'no administrator of the company any more': {
    kind: 'companyAdmin',
    hides: [],
    ends: [],
    happens: (scene) => updateUser(scene, sql`role = 'USER'`),
  },
  deactivated: { ...everything, happens: (scene) => updateUser(scene, sql`status = 'DEACTIVATED'`) },
  disabled: { ...everything, happens: (scene) => updateUser(scene, sql`disabled_at = now()`) },
  'signed out': {
    ...everything,
    happens: ({ url, victim }) => call(url, victim, 'GET', '/auth/logout'),
  },
  'ended from the list of devices': {
    ...everything,
    async happens({ db, url, victim }) {
      const { sessionId } = (await sessionOf(db, victim.token)) ?? {};
      await call(url, await again(db, victim), 'DELETE', `/users/me/devices/${sessionId}`);
    },
  },
  'ended with all other devices': {
    ...everything,
    happens: async ({ db, url, victim }) => call(url, await again(db, victim), 'DELETE', '/users/me/devices'),
  },
  'the password is changed elsewhere': {
    ...everything,
    async happens(scene) {
      await updateUser(scene, sql`password_hash = ${await hashPassword(password)}`);
      const change = { password, newPassword: `${password} 2` };
      await call(scene.url, await again(scene.db, scene.victim), 'PUT', '/users/me/password', change);
    },
  },
  'the password is set by a code': {
    ...everything,
    async happens({ db, url, victim }) {
      const { rows } = await sql<{ email: string }>`select email from users where id = ${victim.user.id}`.execute(db);
      const email = rows[0]?.email ?? '';
      const code = await makeCode(db, 'RESET', email, victim.user.id);
      await call(url, undefined, 'POST', '/auth/confirm-password', {
        email,
        confirmationCode: code,
        newPassword: password,
      });
    },
  },
  'the session is ended by hand': {
    ...everything,
    happens: (s) => updateSession(s, sql`revoked_at = now()`),
  },
  'the session ends by the clock': {
    ...everything,
    happens: (scene) =>
      byTheClock(scene, sql`update sessions set expires_at = now() where user_id = ${scene.victim.user.id}`),
  },
  'the session was silent for too long': {
    ...everything,
    happens: (scene) =>
      byTheClock(
        scene,
        sql`update sessions set last_seen_at = now() - interval '31 days' where user_id = ${scene.victim.user.id}`,
      ),
  },
  'the session is deleted': {
    ...everything,
    happens: ({ db, victim }) => sql`delete from sessions where user_id = ${victim.user.id}`.execute(db),
  },
};

const password = 'Cells-2026! and more';

type Change = ReturnType<typeof sql>;

function updateUser({ db, victim }: Scene, set: Change): Promise<unknown> {
  return sql`update users set ${set} where id = ${victim.user.id}`.execute(db);
}

function updateSession({ db, victim }: Scene, set: Change): Promise<unknown> {
  return sql`update sessions set ${set} where user_id = ${victim.user.id}`.execute(db);
}

/** Changes the row without an announcement, as when a period ends. */
async function byTheClock({ db }: Scene, change: Change): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await change.execute(tx);
  });
}

async function again(db: Db, { user }: SignedIn): Promise<SignedIn> {
  return { user, token: await openSession(db, user.id, { deviceId: null, userAgent: null, remember: true }) };
}

/** Calls one process. @throws when the call is refused */
async function call(
  url: string,
  who: SignedIn | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      origin: url,
      'x-device-id': newDevice(),
      'idempotency-key': randomUUID(),
      ...(who === undefined ? {} : { authorization: `Bearer ${who.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}
