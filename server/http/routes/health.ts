import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { healthReply, statusReply, versionReply } from '#domain/spine/wire/rest.ts';
import type { DemoAccounts, VersionInfo } from '#domain/ground/wire/version.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { isFull, isNewerThanBuild } from '../../database/database.ts';

/** Oldest version of the client that may push. Here, because raising it is a release decision and not a limit. */
const oldestClient = 0;

/** Routes for liveness, readiness and version. @param demoAccounts what the sign-in page of a demo lists */
export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'distDir'>,
  demoAccounts: () => Promise<DemoAccounts | undefined>,
): void {
  // A newer database is no reason to restart the process or to take it out of rotation.
  app.get('/healthz', { schema: { response: { 200: healthReply } } }, () => ({
    status: 'ok',
    ...(isNewerThanBuild(deps.db) ? { database: 'newer' as const } : {}),
  }));

  app.get('/readyz', { schema: { response: { 200: statusReply, 503: statusReply } } }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(deps.db);
      // Stored data can still be read, so the process stays in rotation.
      return { status: isFull(deps.db) ? 'degraded' : 'ok' };
    } catch {
      return reply.code(503).header('retry-after', '1').send({ status: 'unavailable' });
    }
  });

  app.get(
    '/version.json',
    { schema: { response: { 200: versionReply, 304: Type.Null() } } },
    async (request, reply) => {
      const [info, demo] = await Promise.all([versionOf(deps.distDir), demoAccounts()]);
      const tag = `"${info.version}"`;
      reply.header('etag', tag).header('cache-control', 'no-cache');
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      return { ...info, ...(demo === undefined ? {} : { demo }) };
    },
  );
}

/** Reads the version from `build.json` each time, so that a new build is noticed at once. */
async function versionOf(distDir: string | undefined): Promise<VersionInfo> {
  const unbuilt = { version: 'development', built_at: new Date(0).toISOString(), min_client: oldestClient };
  if (distDir === undefined) return unbuilt;
  try {
    const stamp: unknown = JSON.parse(await readFile(join(distDir, 'build.json'), 'utf8'));
    return isStamp(stamp) ? { version: stamp.version, built_at: stamp.builtAt, min_client: oldestClient } : unbuilt;
  } catch {
    return unbuilt;
  }
}

function isStamp(stamp: unknown): stamp is { version: string; builtAt: string } {
  if (typeof stamp !== 'object' || stamp === null) return false;
  return (
    'version' in stamp && typeof stamp.version === 'string' && 'builtAt' in stamp && typeof stamp.builtAt === 'string'
  );
}
