import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { isSigned } from './signature.ts';

/** Calls of other systems without a session, which a signature over the bytes of their body authenticates. */

/** Gives the routes of `app` the bytes of JSON bodies. */
export function keepBytes(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/**
 * Returns the JSON of a call.
 * @param header name of the header with the signature
 * @throws VALIDATION when it is not signed with the secret, or not recently
 */
export function signedBody({ body, headers }: FastifyRequest, header: string, secret: string): unknown {
  const signature = headers[header];
  const text = Array.isArray(signature) ? undefined : signature;
  const isTheirs = Buffer.isBuffer(body) && isSigned(body, text, secret, Date.now());
  if (!isTheirs) throw new Refusal('VALIDATION', [{ path: header, code: 'signature' }]);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal('VALIDATION');
  }
}
