import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Refusal } from '#domain/ground/errors.ts';

/** Checks of the origin of requests, and of the client's network address. */

/**
 * Whether the requesting page is served from our public address. If that is this machine, any of its names and ports
 * count, as long as Origin and Host agree. Otherwise the Host header proves nothing, because a foreign name may resolve
 * to us (DNS rebinding). Programs other than browsers send no Origin, and have no cookies.
 */
export function isOurPage({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  const ours = new URL(publicUrl);
  if (origin === ours.origin) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return isLoopback(ours.hostname) && isLoopback(page.hostname) && page.host === host;
}

/** Refuses writes by pages of other sites. Browsers themselves refuse their reads. */
export function refuseOtherPages(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    if (!isRead && !isOurPage(request.headers, publicUrl)) throw new Refusal('FORBIDDEN');
  });
}

/**
 * Returns the client's address in front of this number of our proxies. Each proxy appends the address it was called
 * from; the entries before those are from the client and not trusted.
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

/** Headers that proxies add. */
const ofProxies =
  /^(x-forwarded|forwarded$|via$|x-real-ip$|(x-)?(client|true-client|original|cluster-client)-ip$|cf-|cdn-loop$)/;

/**
 * Whether a request comes from this machine and is addressed to it. Requests through a proxy come from elsewhere. A
 * foreign page whose name was made to resolve here (DNS rebinding) has another host.
 * @param proxies number of our proxies in front; with any, no request is known to be local
 */
export function isThisMachine({ headers, socket }: IncomingMessage, proxies: number): boolean {
  const isPassedOn = proxies > 0 || Object.keys(headers).some((name) => ofProxies.test(name));
  const isNear = /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
  const host = `http://${headers.host ?? ''}`;
  return !isPassedOn && isNear && URL.canParse(host) && isLoopback(new URL(host).hostname);
}

/** Whether a host name always means the machine itself. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
