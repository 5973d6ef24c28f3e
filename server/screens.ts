import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { relative } from 'node:path';

/** Browsers show a PDF in a viewer of their own, which brings its style and embeds the file. */
const pdfPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/**
 * Serves the built app: files with a hash in their name for ever, everything else (the page, the service worker, the
 * manifest) only after asking. The build left `.br` and `.gz` beside them.
 */
export async function serveScreens(app: FastifyInstance, distDir: string | undefined): Promise<void> {
  if (distDir === undefined) return;
  await app.register(fastifyStatic, {
    root: distDir,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = relative(distDir, path).startsWith('assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path.endsWith('.pdf')) void reply.header('content-security-policy', pdfPolicy);
    },
  });
}
