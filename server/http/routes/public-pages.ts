import type { FastifyInstance } from 'fastify';
import { publicPages } from '#domain/account/public-pages.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { pageWithHead, robots, sitemap } from '../page-heads.ts';

/**
 * Routes of public pages, with complete heads, and of files for search engines.
 * @param given what pages are given besides, by path
 */
export function publicPageRoutes(
  app: FastifyInstance,
  { distDir, config }: Pick<Deps, 'distDir' | 'config'>,
  given: Partial<Record<string, () => Record<string, unknown>>>,
): void {
  const { publicUrl } = config;
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
