import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '#domain/errors.ts';

/**
 * What the head of a request may say. Of what can be read in two ways nothing is guessed: Node reads the first of two
 * headers, and another program on the way the last.
 */

/** Headers that say one thing, so they come once. */
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

/** Refuses heads that mean two things, and bodies where none is read. */
export function checkHeads(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const twice = saidTwice(raw);
    if (twice !== undefined) throw wrong(twice, 'duplicate');
    if (!isForHost(raw)) throw wrong('host', 'address');
    if (isRead(raw) && hasBody(raw)) throw wrong('body', 'unexpected');
  });
}

/** The name of a header that comes more than once although it may not. */
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

/** Proxies may ask for a whole address (RFC 9112, 3.2.2): then it names the host that the header names. */
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
