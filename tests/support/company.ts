import { sql } from 'kysely';
import { invitationPassword } from './servers/letters.ts';
import { at, type SignedIn, type TestServer } from './servers/server.ts';

/** Companies for tests: an administrator with licenses, and colleagues who join by invitation. */

let count = 0;

/** Returns an unused address. */
export const newEmail = (): string => `colleague-${++count}@test.vfp`;

export async function newCompany({ db }: TestServer, licenses = 3): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into companies (name, license_limit) values (${`Cells ${++count}`}, ${licenses}) returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Returns a signed-in administrator of a new company with three licenses. */
export async function newManager(server: TestServer): Promise<SignedIn> {
  const manager = await server.signIn('manager');
  const id = await newCompany(server);
  await sql`update users set company_id = ${id} where id = ${manager.user.id}`.execute(server.db);
  manager.user.company_id = id;
  return manager;
}

export const invite = (server: TestServer, by: SignedIn | null, email: string, more: object = {}) =>
  server.request(by, 'POST', '/auth/create_user', { email, ...more });

/** Accepts the newest invitation and sets a password. */
export async function acceptInvitation(
  server: TestServer,
  email: string,
  newPassword = 'Anode-2026!',
): Promise<SignedIn> {
  const login = (body: object) => server.request(null, 'POST', '/auth/login', body);
  const password = await invitationPassword(server.url, email);
  const { body } = await login({ email, password });
  const inside = await login({ email, password, newPassword, session: at(body, 'session') });
  if (inside.status !== 200) throw new Error(`${email} did not get in: ${inside.text}`);
  return { user: at(inside.body, 'user') as never, token: String(at(inside.body, 'accessToken')) };
}
