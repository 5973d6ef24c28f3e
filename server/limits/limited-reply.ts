/** Thrown by the body of a reply from another server that is larger than it may be. */
export class ReplyTooLarge extends Error {
  constructor(mostBytes: number) {
    super(`a reply of over ${mostBytes} bytes`);
    this.name = 'ReplyTooLarge';
  }
}

/**
 * Returns a reply whose body throws ReplyTooLarge beyond this many bytes: a server that is broken or hostile must not
 * fill the memory.
 */
export function limitedReply(reply: Response, mostBytes: number): Response {
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > mostBytes) controller.error(new ReplyTooLarge(mostBytes));
      else controller.enqueue(piece);
    },
  });
  const { status, statusText, headers } = reply;
  return new Response(reply.body?.pipeThrough(counting) ?? null, { status, statusText, headers });
}
