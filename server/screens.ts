import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { relative } from 'node:path';

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
    },
  });
}
