import type { FastifyInstance } from 'fastify';
import { answerNoRequest, bodyInCrumbs } from './errors.ts';

/** From so many chunks on, a body whose chunks are smaller than this on average is cut. Networks make no such chunks. */
const [manyChunks, smallChunkBytes] = [2000, 64];

/**
 * Cuts bodies that arrive in very many very small chunks. Each chunk takes far more time and memory than its bytes, and
 * bytes are what all other limits count. Must be the first hook, so that it sees the first chunk.
 */
export function cutCrumbs(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    let [chunks, bytes, isCut] = [0, 0, false];
    const push = raw.push.bind(raw);
    // Node's parser calls it for each chunk, before anything is kept.
    raw.push = (chunk: Buffer | null, encoding) => {
      if (isCut) return false;
      chunks += 1;
      bytes += chunk?.length ?? 0;
      isCut = chunks > manyChunks && bytes < chunks * smallChunkBytes;
      if (!isCut) return push(chunk, encoding);
      answerNoRequest({ code: bodyInCrumbs }, raw.socket);
      return false;
    };
  });
}
