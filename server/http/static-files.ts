import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { relative } from 'node:path';
import { answerUnknown } from './errors.ts';

/** Content security policy of PDFs: the browser's viewer needs inline styles and embeds the file. */
const pdfPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/**
 * Serves the built app. Files with hashed names are cached for ever; others (page, service worker, manifest) are
 * revalidated. The build has made `.br` and `.gz` files.
 */
export async function serveScreens(app: FastifyInstance, distDir: string | undefined): Promise<void> {
  if (distDir === undefined) return;
  const options: FastifyStaticOptions = {
    root: distDir,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      const hashed = relative(distDir, path).startsWith('assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path.endsWith('.pdf')) void reply.header('content-security-policy', pdfPolicy);
    },
  };
  // Provides `sendFile` for other handlers.
  await app.register(fastifyStatic, { ...options, serve: false });
  const answer = pageAnswers(distDir);
  await app.register(async (files) => {
    // Paths that could leave the folder, or are malformed, are 404.
    files.setErrorHandler((error: FastifyError, request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      answer(request, reply);
    });
    await files.register(fastifyStatic, { ...options, decorateReply: false });
  });
}

/**
 * Replies to paths without a route or file. Paths of letters, digits, `-` and `_`, outside the API's and files'
 * folders, get the app's page. All others are 404, for which browsers get the app's 'Page not found'.
 */
export function answerPages(app: FastifyInstance, distDir: string | undefined): void {
  app.setNotFoundHandler(pageAnswers(distDir));
}

function pageAnswers(distDir: string | undefined) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (distDir === undefined || !isRead || isForPrograms(request)) {
      answerUnknown(request, reply);
      return;
    }
    const isPage = /^(\/[\w-]+)*\/?$/.test(pathOf(request));
    if (!isPage && request.headers.accept?.includes('text/html') !== true) answerUnknown(request, reply);
    // Public pages have their own routes; other pages are not for search engines.
    else
      void reply
        .code(isPage ? 200 : 404)
        .header('x-robots-tag', 'noindex')
        .sendFile('index.html');
  };
}

/** Whether a path is for programs, so that its 404 is JSON even for browsers. */
function isForPrograms(request: FastifyRequest): boolean {
  return /^\/(api|v1|v2|docs|dev|metrics|socket\.io|locales|assets)(\/|$)/.test(pathOf(request));
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}
