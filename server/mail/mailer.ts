import type { Config } from '../config.ts';
import type { Db } from '../store/system/database.ts';
import { keptMail } from './kept.ts';
import { smtpMail } from './smtp.ts';

/** An e-mail as sent: plain text and HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Reply-To address, if not ours. */
  replyTo?: string;
  enclosed?: { name: string; mime: string; bytes: Buffer }[];
}

/** Sends e-mails. It throws when the mail server does not accept one; the job then retries later. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Returns SMTP if configured. Otherwise e-mails are stored for development, which production refuses. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, db: Db): Mailer {
  return config.smtpUrl === undefined ? keptMail(db) : smtpMail(config.smtpUrl, config.mailFrom);
}
