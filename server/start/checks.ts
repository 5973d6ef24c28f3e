import { type Config, StartRefused } from '../ground/config.ts';
import { demoPassword, demoUsers } from '../demo/users.ts';
import { passwordMatches } from '../account/passwords.ts';
import { type Db, rowsOf } from '../database/db.ts';
import { isActive } from '../session/active-users.ts';

/** Checks before the start: what production refuses, unless the operator allows it explicitly. */

/** Checks the settings, before anything is opened. @throws StartRefused */
export function checkSettings({ production, demo, smtpUrl, allow }: Config): void {
  if (!production) return;
  if (demo && !allow.demo) {
    throw new StartRefused(
      `DEMO is on in production, which makes accounts whose password is published. ` +
        'Set DEMO=off, or ALLOW_DEMO_IN_PRODUCTION=yes if that is wanted.',
    );
  }
  if (smtpUrl === undefined && !allow.noMail) {
    throw new StartRefused(
      'No mail server is set in production, so codes, invitations and invoices would not be sent. ' +
        'Set SMTP_URL, or ALLOW_NO_MAIL=yes to run without e-mail.',
    );
  }
}

/** Checks for demo accounts of an earlier start in the database. @throws StartRefused with their addresses */
export async function checkAccounts(db: Db, { production, allow }: Config): Promise<void> {
  if (!production || allow.demo) return;
  const rows = await rowsOf<{ email: string; password_hash: string | null }>(db)`
    select email, password_hash from users
     where (id = any(${demoUsers.map(({ id }) => id)}) or email = any(${demoUsers.map(({ email }) => email)}))
       and ${isActive()}
     order by email`;
  const open: string[] = [];
  for (const { email, password_hash: stored } of rows) {
    if (stored !== null && (await passwordMatches(stored, demoPassword))) open.push(email);
  }
  if (open.length === 0) return;
  throw new StartRefused(
    `The database holds accounts with the published demo password: ${open.join(', ')}. ` +
      'Change their passwords or use another database, or set ALLOW_DEMO_IN_PRODUCTION=yes if that is wanted.',
  );
}
