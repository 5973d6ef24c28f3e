import type { DemoAccounts } from '#domain/ground/wire/version.ts';
import type { Config } from '../ground/config.ts';
import { type Db, rowsOf } from '../database/db.ts';
import { demoPassword, demoUsers } from './users.ts';

/**
 * Returns the accounts that the sign-in page of a demo lists: those that exist. Undefined without demo data, in
 * production, and while the database does not answer.
 */
export async function demoAccountsOf({
  config: { demo, production },
  db,
}: {
  config: Pick<Config, 'demo' | 'production'>;
  db: Db;
}): Promise<DemoAccounts | undefined> {
  if (!demo || production) return undefined;
  try {
    const rows = await rowsOf<{ email: string }>(db)`
      select email from users where id = any(${demoUsers.map(({ id }) => id)})`;
    const here = new Set(rows.map(({ email }) => email));
    const accounts = demoUsers.filter(({ email }) => here.has(email)).map(({ email, about }) => ({ email, about }));
    return accounts.length === 0 ? undefined : { password: demoPassword, accounts };
  } catch {
    return undefined;
  }
}
