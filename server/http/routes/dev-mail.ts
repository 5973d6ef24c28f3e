import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { type KeptMail, keptMails } from '../../mail/dev-mailbox.ts';
import { isThisMachine } from '../../ground/origins.ts';

/**
 * Shows stored e-mails when no mail server is configured. Only for development and on this machine, because their codes
 * open any account. Never in production.
 */
export function devMailRoutes(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  app.get<{ Querystring: { format?: string } }>('/dev/mail', { schema: { hide: true } }, async (request, reply) => {
    if (!isThisMachine(request.raw, config.proxies)) throw new Refusal('NOT_FOUND');
    const mails = await keptMails(db);
    reply.header('cache-control', 'no-store');
    if (request.query.format === 'json') return { items: mails };
    return reply
      .type('text/plain; charset=utf-8')
      .send(mails.map(asText).join(`\n${'-'.repeat(60)}\n\n`) || 'No mail yet.\n');
  });
}

function asText({ at, to, subject, text, enclosed }: KeptMail): string {
  const files = enclosed.map(({ name, size }) => `\nEnclosed: ${name}, ${size} bytes`).join('');
  return `${at}\nTo: ${to}\nSubject: ${subject}${files}\n\n${text}`;
}
