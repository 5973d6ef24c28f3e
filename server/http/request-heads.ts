import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '#domain/ground/errors.ts';

/**
 * Refuses ambiguous request headers: of a duplicate header, Node reads the first and a proxy may read the last.
 */

/** Headers that must not be repeated. */
const single: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'content-encoding',
  'expect',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-device-id',
]);

/** Refuses ambiguous headers, and bodies on requests that have none. */
export function checkHeads(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const twice = saidTwice(raw);
    if (twice !== undefined) throw wrong(twice, 'duplicate');
    if (!isForHost(raw)) throw wrong('host', 'address');
    if (isRead(raw) && hasBody(raw)) throw wrong('body', 'unexpected');
  });
}

/** Returns the name of a header that is repeated although it must not be. */
export function saidTwice({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    if (!single.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

const wrong = (path: string, code: string) => new Refusal('VALIDATION', [{ path, code }]);

/** Whether an absolute URL in the request line (RFC 9112, 3.2.2) has the same host as the Host header. */
function isForHost({ url = '/', headers }: IncomingMessage): boolean {
  const host = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
  return host === undefined || host.toLowerCase() === headers.host?.toLowerCase();
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
