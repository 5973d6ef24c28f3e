import { createTransport } from 'nodemailer';
import { oneAddress } from './one-address.ts';
import type { Mailer } from './mailer.ts';

/** Sends e-mails over SMTP: `smtp://user:password@host:port`, or `smtps://` for implicit TLS. */
export function smtpMail(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async send({ to, subject, text, html, replyTo, enclosed = [] }) {
      // No content may make us read a file or fetch a URL.
      await transport.sendMail({
        from,
        to: { name: '', address: oneAddress(to) },
        subject,
        text,
        html,
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: oneAddress(replyTo) } }),
        attachments: enclosed.map(({ name, mime, bytes }) => ({ filename: name, contentType: mime, content: bytes })),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}
