import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Refusal } from '#domain/errors.ts';

/** Which pages may speak to us, and from which network address somebody speaks. */

/** A browser always says which page asks. Programs that are no browser send no Origin, and have no cookies to steal. */
export function isOurPage({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Refuses every write that another site's page makes in somebody's browser. Reads are refused by the browser itself. */
export function refuseOtherPages(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    if (!isRead && !isOurPage(request.headers, publicUrl)) throw new Refusal('FORBIDDEN');
  });
}

/**
 * The address of whoever is before so many proxies of ours. Each proxy adds the address it was asked from at the end; what
 * stands before those, the client has written itself.
 */
export function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const own = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const known = [...forwarded, own];
  return known.at(-1 - Math.min(proxies, known.length - 1)) ?? own;
}

/** Whether a program on this machine asks. What a proxy on this machine passes on comes from elsewhere. */
export function isThisMachine({ headers, socket }: IncomingMessage): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isPassedOn && /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
}
