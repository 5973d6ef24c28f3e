import type { FastifyInstance } from 'fastify';
import { onArrivingChunks } from './arriving-chunks.ts';
import { answerNoRequest, bodyInCrumbs } from './errors.ts';

/**
 * Number of chunks from which on a body is cut if its chunks are smaller than this on average. Networks make no such
 * chunks.
 */
const [manyChunks, smallChunkBytes] = [2000, 64];

/**
 * Cuts bodies that arrive in very many very small chunks. Each chunk takes far more time and memory than its bytes, and
 * bytes are what all other limits count. Must be the first hook, so that it sees the first chunk.
 */
export function cutCrumbs(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    let [chunks, bytes, isCut] = [0, 0, false];
    onArrivingChunks(raw, (arrived) => {
      if (isCut) return false;
      chunks += 1;
      bytes += arrived;
      isCut = chunks > manyChunks && bytes < chunks * smallChunkBytes;
      if (isCut) answerNoRequest({ code: bodyInCrumbs }, raw.socket);
      return !isCut;
    });
  });
}
