import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serverLimits } from '#domain/server-limits.ts';
import type { ByteBudget, Held } from '../limits/byte-budget.ts';
import { refusalWithin } from '../limits/turns.ts';
import { networkOf } from '../network.ts';
import { answerNoRequest, bodyGaveWay } from './errors.ts';
import { onceClosed } from './once-closed.ts';

/**
 * Limits the bytes of bodies in memory, from the first byte until the reply: of each user, or of each network without a
 * session, and of all together. A body counts with its declared size, or with the largest that its route accepts.
 * Uploads are written to disk as they arrive, and do not count.
 */
export function limitBodies(app: FastifyInstance, budget: ByteBudget): void {
  app.addHook('preParsing', async (request, reply) => {
    const bytes = bytesOf(request);
    if (bytes === 0) return;
    const { raw } = request;
    const held: Held = {
      caller: callerOf(request),
      bytes,
      end() {
        // A complete body is being handled, and ends soon.
        if (raw.complete) return false;
        answerNoRequest({ code: bodyGaveWay }, raw.socket);
        return true;
      },
    };
    if (!budget.take(held)) throw refusalWithin(serverLimits.bodiesBackMs);
    onceClosed(reply, () => budget.giveBack(held));
  });
}

function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const type = headers['content-type'] ?? '';
  if (type.startsWith('application/offset+octet-stream')) return 0;
  const most = /^multipart\//i.test(type) ? serverLimits.formBytes : (routeOptions.bodyLimit ?? 0);
  const declared = headers['content-length'];
  if (declared !== undefined) return Math.min(Number(declared), most);
  return headers['transfer-encoding'] === undefined ? 0 : most;
}

function callerOf({ session, ip }: FastifyRequest): string {
  // Public routes have no session, despite the type.
  const known: typeof session | undefined = session;
  return known === undefined ? `network ${networkOf(ip, 32)}` : known.user.id;
}
