import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';

/**
 * Parses bodies: JSON in UTF-8 without duplicate keys, or a form where the route accepts one; never compressed.
 * Ambiguous bodies are refused.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isUtf8(bytes)) return done(wrong('utf-8'));
    if (bytes.indexOf(byteOrderMark) === 0) return done(wrong('byte-order-mark'));
    const text = bytes.toString();
    void parse(request, text, (error, value: unknown) => {
      if (error !== null) return done(wrong('json'));
      return membersOf(value) === keysIn(text) ? done(null, value) : done(wrong('duplicate'));
    });
  });
  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() !== 'identity') throw notAccepted('content-encoding');
    if (/;\s*charset=(?!"?utf-?8"?\s*(;|$))/i.test(headers['content-type'] ?? '')) throw notAccepted('content-type');
  });
  app.addHook('preValidation', async (request) => {
    if (request.is404) return;
    const shape = request.routeOptions.schema?.body as { content?: object } | undefined;
    if (request.isMultipart() && shape?.content === undefined) throw notAccepted('content-type');
    // A route without a body schema accepts no fields.
    if (shape === undefined) refuseFields(request.body);
  });
}

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

/** The refusal of a malformed body. */
export const wrong = (code: string) => new Refusal('VALIDATION', [{ path: 'body', code }]);
/** The refusal of a content type or encoding, by the name of its header. */
export const notAccepted = (path: string) => new Refusal('CONTENT_TYPE', [{ path, code: 'unsupported' }]);

function refuseFields(body: unknown): void {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
  const unknown = Object.keys(body).slice(0, 8);
  if (unknown.length > 0) {
    throw new Refusal(
      'VALIDATION',
      unknown.map((path) => ({ path, code: 'additionalProperties' })),
    );
  }
}

/** Returns the total number of members of all objects in a value. */
function membersOf(value: unknown): number {
  let count = 0;
  for (const left = [value]; left.length > 0;) {
    const each = left.pop();
    if (typeof each !== 'object' || each === null) continue;
    const members: unknown[] = Array.isArray(each) ? each : Object.values(each);
    if (!Array.isArray(each)) count += members.length;
    for (const member of members) if (typeof member === 'object' && member !== null) left.push(member);
  }
  return count;
}

/**
 * Counts the keys in a JSON text. A duplicate key counts twice here but once in the parsed value. Comparing both counts
 * is far cheaper than a custom parser.
 */
function keysIn(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start);
    if (text[afterSpace(text, end + 1)] === ':') count++;
    start = text.indexOf('"', end + 1);
  }
  return count;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
  }
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}
