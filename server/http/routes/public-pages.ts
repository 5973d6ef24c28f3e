import type { FastifyInstance } from 'fastify';
import { publicPages } from '#domain/account/public-pages.ts';
import type { Deps } from '../deps.ts';
import { openPayments } from '../../payments/open-payments.ts';
import { planList } from '../../payments/price-list.ts';
import { pageWithHead, robots, sitemap } from '../page-heads.ts';

/** Routes of public pages, with complete heads, and of files for search engines. */
export function publicPageRoutes(app: FastifyInstance, { distDir, config, db, log }: Deps): void {
  const { publicUrl } = config;
  const payments = openPayments({ config, db, log });
  const given: Partial<Record<string, () => Record<string, unknown>>> = {
    '/pricing': () => ({ plans: planList(payments) }),
  };
  const schema = { hide: true };
  app.get('/robots.txt', { schema }, (_request, reply) => reply.type('text/plain').send(robots(publicUrl)));
  app.get('/sitemap.xml', { schema }, (_request, reply) => reply.type('application/xml').send(sitemap(publicUrl)));
  if (distDir === undefined) return;
  for (const page of publicPages) {
    app.get<{ Querystring: { lng?: string } }>(page.path, { schema }, async (request, reply) => {
      const html = await pageWithHead(distDir, {
        page,
        publicUrl,
        language: request.query.lng,
        given: given[page.path]?.() ?? {},
      });
      return reply.header('cache-control', 'no-cache').type('text/html').send(html);
    });
  }
}
