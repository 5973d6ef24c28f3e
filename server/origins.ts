import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Refusal } from '#domain/errors.ts';

/** Which pages may speak to us, and from which network address somebody speaks. */

/**
 * Whether the page that asks is served from the address people use, or on this machine while that is this machine: then
 * by any name and port of it, which the page itself was asked for. What the Host header says proves nothing elsewhere,
 * because a stranger's name may be made to lead here. Programs that are no browser send no Origin, and have no cookies.
 */
export function isOurPage({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  const ours = new URL(publicUrl);
  if (origin === ours.origin) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return isLoopback(ours.hostname) && isLoopback(page.hostname) && page.host === host;
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

/** Headers that proxies add, each some of them. */
const ofProxies =
  /^(x-forwarded|forwarded$|via$|x-real-ip$|(x-)?(client|true-client|original|cluster-client)-ip$|cf-|cdn-loop$)/;

/**
 * Whether a program on this machine asks, and asks for this machine. What a proxy passes on comes from elsewhere. A page
 * of a stranger whose name was made to lead here (DNS rebinding) names that host.
 * @param proxies so many proxies of ours stand before us: behind any of them nothing is known to come from here
 */
export function isThisMachine({ headers, socket }: IncomingMessage, proxies: number): boolean {
  const isPassedOn = proxies > 0 || Object.keys(headers).some((name) => ofProxies.test(name));
  const isNear = /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
  const host = `http://${headers.host ?? ''}`;
  return !isPassedOn && isNear && URL.canParse(host) && isLoopback(new URL(host).hostname);
}

/** Whether this name of a host leads nowhere but to the machine itself. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
