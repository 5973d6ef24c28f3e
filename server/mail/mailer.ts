import type { Config } from '../config.ts';
import { keptMail } from './kept.ts';
import { smtpMail } from './smtp.ts';
import type { Mailer } from './mail.ts';
import type { Db } from '../store/system/db.ts';

/** Returns SMTP if configured. Otherwise e-mails are stored for development, which production refuses. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, db: Db): Mailer {
  return config.smtpUrl === undefined ? keptMail(db) : smtpMail(config.smtpUrl, config.mailFrom);
}
