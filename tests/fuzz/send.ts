import { Agent, type IncomingMessage, request } from 'node:http';
import type { MadeRequest } from './requests.ts';
import { drainedBytes } from '../../server/http/unread-bodies.ts';

/** A reply as received. */
export interface Answer {
  /** 0 when the connection ended without a reply. */
  status: number;
  type: string;
  text: string;
  /** Retry-After of a busy server, in seconds. */
  retryAfter?: number;
  fault?: 'cut' | 'silent';
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
/** Longer than any reply takes on a busy machine. */
const patienceMs = 120_000;

/** Sends one request exactly as made, however wrong it is. */
export function send(url: string, { method, path, headers, body }: MadeRequest): Promise<Answer> {
  return new Promise((done) => {
    const { hostname, port } = new URL(url);
    const ended = (fault: 'cut' | 'silent') => done({ status: 0, type: '', text: '', fault });
    // Node sends no length for some methods, and the body would be read as the next request.
    const sized = body === undefined ? headers : { ...headers, 'content-length': String(body.length) };
    // The server closes a connection with more data than it reads; the next request uses a new one.
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

/** Whether the server reads less than this body when it refuses it. */
export function isMoreThanIsRead(body: Buffer | undefined): boolean {
  return (body?.length ?? 0) > drainedBytes;
}

/** A truncated reply does not count. */
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
