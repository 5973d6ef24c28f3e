import { sql } from 'kysely';
import { oneAddress } from './one-address.ts';
import type { Mail, Mailer } from './mailer.ts';
import { type Db, rowsOf } from '../database/db.ts';
import { asWire } from '../database/moments.ts';

const keptEmails = 200;

/** An e-mail that was stored instead of sent. */
export interface KeptMail extends Pick<Mail, 'to' | 'subject' | 'text' | 'html'> {
  id: number;
  at: string;
  /** Attachments, without their bytes. */
  enclosed: { name: string; mime: string; size: number }[];
}

/** Stores the newest e-mails in the database, for `/dev/mail`. */
export function keptMail(db: Db): Mailer {
  return {
    async send({ to, subject, text, html, enclosed = [] }) {
      const kept = enclosed.map(({ name, mime, bytes }) => ({ name, mime, size: bytes.length }));
      await sql`insert into kept_mails (recipient, subject, body, html, enclosed)
        values (${oneAddress(to)}, ${subject}, ${text}, ${html}, ${JSON.stringify(kept)}::jsonb)`.execute(db);
      await sql`delete from kept_mails where id <= (select max(id) from kept_mails) - ${keptEmails}`.execute(db);
    },
    close: () => undefined,
  };
}

/** Returns stored e-mails, newest first. */
export async function keptMails(db: Db): Promise<KeptMail[]> {
  return await rowsOf<KeptMail>(db)`
    select id, ${asWire('at')} as at,
           recipient as to, subject, body as text, html, enclosed
      from kept_mails order by id desc limit ${keptEmails}`;
}
