import { Agent, type IncomingMessage, request } from 'node:http';
import { serverLimits } from '#domain/server-limits.ts';
import type { MadeRequest } from './requests.ts';

/** An answer as it came. */
export interface Answer {
  /** 0 when the connection ended without one. */
  status: number;
  type: string;
  text: string;
  /** A server that is too busy names after how many seconds to ask again. */
  retryAfter?: number;
  fault?: 'cut' | 'silent';
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
/** Longer than any answer takes on a machine full of other work. */
const patienceMs = 120_000;

/** Sends one request as it was made, however wrong it is. */
export function send(url: string, { method, path, headers, body }: MadeRequest): Promise<Answer> {
  return new Promise((done) => {
    const { hostname, port } = new URL(url);
    const ended = (fault: 'cut' | 'silent') => done({ status: 0, type: '', text: '', fault });
    // Node says no length for some methods, and the body would be taken for the next request.
    const sized = body === undefined ? headers : { ...headers, 'content-length': String(body.length) };
    // The server ends a connection on which more comes than it reads; the next request has one of its own.
    const own = isMoreThanIsRead(body) ? { agent: false } : { agent };
    const asked = request({ hostname, port, ...own, method, path, headers: sized }, (reply) => done(answerOf(reply)));
    asked.setTimeout(patienceMs, () => {
      ended('silent');
      asked.destroy();
    });
    asked.on('error', () => ended('cut'));
    asked.end(body);
  });
}

/** Of a body that is refused the server reads no more than so much. */
export function isMoreThanIsRead(body: Buffer | undefined): boolean {
  return (body?.length ?? 0) > serverLimits.drainedBytes;
}

/** One that is cut off in its middle is no answer. */
function answerOf(reply: IncomingMessage): Promise<Answer> {
  return read(reply).catch((): Answer => ({ status: 0, type: '', text: '', fault: 'cut' }));
}

async function read(reply: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  const { 'content-type': type = '', 'retry-after': wait } = reply.headers;
  return { status: reply.statusCode ?? 0, type, text, ...(wait === undefined ? {} : { retryAfter: Number(wait) }) };
}
