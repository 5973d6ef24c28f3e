import type { FastifyReply } from 'fastify';

/** Runs `then` once, when the call is over: replied to or cut, also when that was before this is called. */
export function onceClosed({ raw, request }: FastifyReply, then: () => void): void {
  if (raw.destroyed || request.raw.socket.destroyed) then();
  else raw.once('close', then);
}
