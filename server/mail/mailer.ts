import type { Config } from '../config.ts';
import type { Db } from '../store/system/database.ts';
import { keptMail } from './kept.ts';
import { smtpMail } from './smtp.ts';

/** A letter as it leaves: plain text and the same in HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where an answer goes, if not to us. */
  replyTo?: string;
  enclosed?: { name: string; mime: string; bytes: Buffer }[];
}

/** The way letters leave. It throws when one could not be handed over; who asked tries again later. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** SMTP where a server is set up; otherwise letters are kept for whoever develops, which production refuses. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, db: Db): Mailer {
  return config.smtpUrl === undefined ? keptMail(db) : smtpMail(config.smtpUrl, config.mailFrom);
}
