import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unversioned } from './guards.ts';
import { deviceOf, requiredDeviceOf } from './device-header.ts';

/**
 * Who may call the API without `x-device-id`, and why. Everybody else shows it: the app always does, and a program that
 * signs in shows 64 hex digits of its own making. Pages, `/docs`, health and files are no API, and a page cannot set a
 * header on a WebSocket: there the cookie `deviceId` goes along.
 */
const callersWithoutDevice: readonly { who: string; why: string; is: (request: FastifyRequest) => boolean }[] = [
  {
    who: 'the payment provider',
    why: 'it is known by its signature',
    is: (request) => routeOf(request).startsWith('/subscriptions/webhooks/'),
  },
  {
    who: 'whoever reads the price list',
    why: 'anybody may, search engines too, and nothing is counted',
    is: (request) =>
      request.method === 'GET' && /^\/subscriptions\/(plans|premium_plans|products)$/.test(routeOf(request)),
  },
  {
    who: 'a program with a bearer token, such as the own system of a laboratory',
    why: 'it is known by its token, and has nothing to draw on',
    is: (request) => hasSession(request) && !isBrowser(request),
  },
  {
    who: 'an app of yesterday that brings and fetches what it keeps',
    why: 'while its fingerprint was being drawn it went without, and what waits in it must arrive',
    is: (request) => hasSession(request) && /^\/(sync|uploads|users\/me$)/.test(routeOf(request)),
  },
];

/** Refuses what comes without the header and is not in the table; malformed, it is refused from everybody. */
export function requireDevice(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isApi(request)) deviceOf(request.headers['x-device-id']);
  });
  // After the session: without one, that is what is missing.
  app.addHook('preParsing', async (request) => {
    // An address that does not exist does not ask for anything.
    const isCall = request.routeOptions.url?.startsWith('/api/') === true;
    if (!isCall || callersWithoutDevice.some(({ is }) => is(request))) return;
    requiredDeviceOf(request.headers['x-device-id']);
  });
}

/** By the route too: an address can be spelt in many ways. */
export function isApi({ routeOptions, url }: FastifyRequest): boolean {
  return [routeOptions.url, url].some((each) => each?.startsWith('/api/'));
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return unversioned(routeOptions.url ?? '');
}

/** A token that nobody has looked at opens nothing: where no session is asked for, there is none. */
function hasSession({ session }: FastifyRequest): boolean {
  return (session as FastifyRequest['session'] | undefined) !== undefined;
}

/** Every browser of today says so of every page and worker, and no page can keep it from that. */
function isBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}
