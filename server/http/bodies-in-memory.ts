import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ByteBudget, BudgetUse } from '../limits/byte-budget.ts';
import { refusalWithin } from '../limits/turns.ts';
import { networkOf } from '../ground/network.ts';
import { onArrivingChunks } from './arriving-chunks.ts';
import { answerNoRequest, bodyGaveWay } from './errors.ts';
import { onceClosed } from './once-closed.ts';
import { KB, SECOND } from '#domain/ground/units.ts';
import { formBytes } from './slow-requests.ts';

/** Minimum bytes that a body counts with, until more have arrived. */
export const bodyReserveBytes = 1 * KB;
const smallBodyBytes = 16 * KB;
const bodiesBackMs = 5 * SECOND;

/**
 * Limits the bytes of bodies in memory, from the first byte until the reply: of each user, or of each network without a
 * session, and of all together. A body counts with the bytes that have arrived, so that one that is only declared keeps
 * no other body out; at least with a small reserve, because a connection takes memory too. Uploads are written to disk
 * as they arrive, and do not count.
 */
export function limitBodies(app: FastifyInstance, budget: ByteBudget): void {
  app.addHook('preParsing', async (request, reply) => {
    const { most, isDeclared } = sizeOf(request);
    if (most === 0) return;
    const { raw } = request;
    let state: 'held' | 'cut' | 'answered' = 'held';
    const cut = () => {
      state = 'cut';
      answerNoRequest({ code: bodyGaveWay }, raw.socket);
    };
    const held: BudgetUse = {
      caller: callerOf(request),
      bytes: Math.min(most, Math.max(bodyReserveBytes, raw.readableLength)),
      isSmall: isDeclared && most <= smallBodyBytes,
      end() {
        // A complete body is being handled, and ends soon.
        if (raw.complete) return false;
        cut();
        return true;
      },
    };
    if (!budget.take(held)) throw refusalWithin(bodiesBackMs);
    onceClosed(reply, () => {
      budget.giveBack(held);
      if (state === 'held') state = 'answered';
    });
    let arrived = raw.readableLength;
    onArrivingChunks(raw, (bytes) => {
      arrived += bytes;
      // Bytes that arrive after the reply are dropped by `unread-bodies.ts`.
      if (state !== 'held') return state === 'answered';
      if (arrived <= held.bytes || budget.grow(held, arrived - held.bytes)) return true;
      cut();
      // At once: the connection may end later, and the others go on.
      budget.giveBack(held);
      return false;
    });
  });
}

/** Returns the declared size of a body, or the largest that its route accepts; 0 for none, and for uploads. */
function sizeOf({ headers, routeOptions }: FastifyRequest): { most: number; isDeclared: boolean } {
  const type = headers['content-type'] ?? '';
  const declared = headers['content-length'];
  const isDeclared = declared !== undefined;
  const isThere = isDeclared || headers['transfer-encoding'] !== undefined;
  if (!isThere || type.startsWith('application/offset+octet-stream')) return { most: 0, isDeclared };
  const most = /^multipart\//i.test(type) ? formBytes : (routeOptions.bodyLimit ?? 0);
  return { most: isDeclared ? Math.min(Number(declared), most) : most, isDeclared };
}

function callerOf({ session, ip }: FastifyRequest): string {
  // Public routes have no session, despite the type.
  const known: typeof session | undefined = session;
  return known === undefined ? `network ${networkOf(ip, 32)}` : known.user.id;
}
