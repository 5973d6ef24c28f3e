/** Thrown when a command needs a lock that is not held. The transaction is then repeated with that lock. */
export class LockMissing extends Error {
  readonly stream: string;
  constructor(stream: string) {
    super(`the stream ${stream} is not locked`);
    this.stream = stream;
  }
}

/** @throws LockMissing for the first of these streams that is not held */
export function requireLocks(held: ReadonlySet<string>, ...streams: readonly string[]): void {
  const missing = streams.find((stream) => !held.has(stream));
  if (missing !== undefined) throw new LockMissing(missing);
}
