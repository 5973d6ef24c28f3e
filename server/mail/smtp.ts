import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

/** Hands letters to an SMTP server: `smtp://user:password@host:port`, `smtps://` for TLS from the start. */
export function smtpMail(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async send({ to, subject, text, html }) {
      // Nothing in a letter may make us read a file or fetch an address.
      await transport.sendMail({ from, to, subject, text, html, disableFileAccess: true, disableUrlAccess: true });
    },
    close: () => transport.close(),
  };
}
