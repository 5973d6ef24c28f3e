/** Thrown when a command needs a lock that is not held. The transaction is then repeated with that lock. */
export class LockMissing extends Error {
  readonly stream: string;
  constructor(stream: string) {
    super(`the stream ${stream} is not locked`);
    this.stream = stream;
  }
}
