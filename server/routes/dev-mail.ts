import type { FastifyInstance } from 'fastify';
import { type KeptMail, keptMails } from '../mail/kept.ts';
import type { Deps } from '../deps.ts';

/** Letters that were kept because no mail server is set up: for whoever develops, never in production. */
export function devMailRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.get<{ Querystring: { format?: string } }>('/dev/mail', async (request, reply) => {
    const mails = await keptMails(db);
    reply.header('cache-control', 'no-store');
    if (request.query.format === 'json') return { items: mails };
    return reply
      .type('text/plain; charset=utf-8')
      .send(mails.map(asText).join(`\n${'-'.repeat(60)}\n\n`) || 'No mail yet.\n');
  });
}

function asText({ at, to, subject, text }: KeptMail): string {
  return `${at}\nTo: ${to}\nSubject: ${subject}\n\n${text}`;
}
