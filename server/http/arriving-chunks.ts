import type { IncomingMessage } from 'node:http';

/**
 * Looks at each chunk of a body when it arrives.
 * @param mayArrive gets its bytes, 0 for the end of the body; when it returns false, the chunk is not kept
 */
export function onArrivingChunks(raw: IncomingMessage, mayArrive: (bytes: number) => boolean): void {
  const push = raw.push.bind(raw);
  // Node's parser calls it for each chunk, before anything is kept.
  raw.push = (chunk: Buffer | null, encoding) => mayArrive(chunk?.length ?? 0) && push(chunk, encoding);
}
