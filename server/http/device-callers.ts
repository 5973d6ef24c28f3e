import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unversioned } from './guards.ts';
import { deviceOf, requiredDeviceOf } from './device-header.ts';

/**
 * Callers that may omit `x-device-id`, and why. The app always sends it, and other clients with a session send 64 hex
 * digits of their choice. Pages, `/docs`, health checks and files are not part of the API. Browsers cannot set headers
 * on a WebSocket, so the cookie `deviceId` is used there.
 */
const callersWithoutDevice: readonly { who: string; why: string; is: (request: FastifyRequest) => boolean }[] = [
  {
    who: 'the payment provider, and carriers',
    why: 'they are known by their signatures',
    is: (request) => /^\/(subscriptions\/webhooks|hooks)\//.test(routeOf(request)),
  },
  {
    who: 'readers of the price list',
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

/** Refuses requests without the header, except from the table, and any malformed header. */
export function requireDevice(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isApi(request)) deviceOf(request.headers['x-device-id']);
  });
  // After the session, so that a missing session is reported first.
  app.addHook('preParsing', async (request) => {
    // Unknown paths need no header; they are 404.
    const isCall = request.routeOptions.url?.startsWith('/api/') === true;
    if (!isCall || callersWithoutDevice.some(({ is }) => is(request))) return;
    requiredDeviceOf(request.headers['x-device-id']);
  });
}

/** Whether a request is for the API. Checks the route too, because a path can be written in many ways. */
export function isApi({ routeOptions, url }: FastifyRequest): boolean {
  return [routeOptions.url, url].some((each) => each?.startsWith('/api/'));
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return unversioned(routeOptions.url ?? '');
}

/** Whether the request has a verified session. On public routes the token is not checked, so there is none. */
function hasSession({ session }: FastifyRequest): boolean {
  return (session as FastifyRequest['session'] | undefined) !== undefined;
}

/** Whether the request is from a browser: current ones send these headers, and pages cannot remove them. */
function isBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}
