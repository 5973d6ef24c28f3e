import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import type { Mail, Mailer } from './mailer.ts';

/** Letters that were kept instead of sent. */
export interface KeptMail extends Mail {
  id: number;
  at: string;
}

const most = 200;

/** Keeps the newest letters in the database, for `/dev/mail`. */
export function keptMail(db: Db): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await sql`insert into kept_mails (recipient, subject, body, html) values (${to}, ${subject}, ${text}, ${html})`.execute(
        db,
      );
      await sql`delete from kept_mails where id <= (select max(id) from kept_mails) - ${most}`.execute(db);
    },
    close: () => undefined,
  };
}

/** The newest first. */
export async function keptMails(db: Db): Promise<KeptMail[]> {
  const { rows } = await sql<KeptMail>`
    select id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
           recipient as to, subject, body as text, html
      from kept_mails order by id desc limit ${most}`.execute(db);
  return rows;
}
