import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { relative } from 'node:path';
import { answerUnknown } from './errors.ts';

/** Browsers show a PDF in a viewer of their own, which brings its style and embeds the file. */
const pdfPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/**
 * Serves the built app: files with a hash in their name for ever, everything else (the page, the service worker, the
 * manifest) only after asking. The build left `.br` and `.gz` beside them.
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
  // For `sendFile` of those who answer by themselves.
  await app.register(fastifyStatic, { ...options, serve: false });
  const answer = pageAnswers(distDir);
  await app.register(async (files) => {
    // An address that could lead out of the folder, or that is spelt as no file is, names nothing here.
    files.setErrorHandler((error: FastifyError, request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      answer(request, reply);
    });
    await files.register(fastifyStatic, { ...options, decorateReply: false });
  });
}

/**
 * Answers what has no route and no file. The addresses of the app's pages are letters, digits, `-` and `_` between slashes,
 * outside the folders of the API and of files: those get the app's page. Everything else is 404; a browser that opens such
 * an address is shown the app's own 'Page not found'.
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
    // The public pages have routes of their own; nothing else is for search engines.
    else
      void reply
        .code(isPage ? 200 : 404)
        .header('x-robots-tag', 'noindex')
        .sendFile('index.html');
  };
}

/** Where no page is: what is not there is answered as JSON, to browsers too. */
function isForPrograms(request: FastifyRequest): boolean {
  return /^\/(api|v1|v2|docs|dev|metrics|socket\.io|locales|assets)(\/|$)/.test(pathOf(request));
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}
