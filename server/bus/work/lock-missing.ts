/** Thrown when a command turns out to need a lock that is not held: the transaction starts over with it. */
export class LockMissing extends Error {
  readonly stream: string;
  constructor(stream: string) {
    super(`the stream ${stream} is not locked`);
    this.stream = stream;
  }
}
