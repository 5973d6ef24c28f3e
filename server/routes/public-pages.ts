import type { FastifyInstance } from 'fastify';
import { publicPages } from '#domain/public-pages.ts';
import { pageWithHead, robots, sitemap } from '../page-heads.ts';

/** The pages for everybody, with their heads filled in, and what search engines ask for. */
export function publicPageRoutes(app: FastifyInstance, distDir: string | undefined, publicUrl: string): void {
  const schema = { hide: true };
  app.get('/robots.txt', { schema }, (_request, reply) => reply.type('text/plain').send(robots(publicUrl)));
  app.get('/sitemap.xml', { schema }, (_request, reply) => reply.type('application/xml').send(sitemap(publicUrl)));
  if (distDir === undefined) return;
  for (const page of publicPages) {
    app.get<{ Querystring: { lng?: string } }>(page.path, { schema }, async (request, reply) => {
      const html = await pageWithHead(distDir, { page, publicUrl, language: request.query.lng });
      return reply.header('cache-control', 'no-cache').type('text/html').send(html);
    });
  }
}
