import type { Db } from '../database/db.ts';

/** A file that is sent with an e-mail. */
export interface EnclosedFile {
  name: string;
  mime: string;
  bytes: Buffer;
}

/** An e-mail as sent: plain text and HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Reply-To address, if not ours. */
  replyTo?: string;
  enclosed?: EnclosedFile[];
}

/** Sends e-mails. It throws when the mail server does not accept one; its job then retries, see `jobTries` in jobs/queue-job.ts. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Dependencies of jobs that send e-mails. */
export interface MailDeps {
  db: Db;
  mailer: Mailer;
  productName: string;
  publicUrl: string;
}
