/** Aborts a request when nothing of its reply has arrived for a time. */
export class Silence {
  readonly #over = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
    this.heard();
  }

  /** Aborts when it has been silent for too long, with a `TimeoutError`. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Something has arrived. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#over.abort(new DOMException('timeout error', 'TimeoutError')), this.#ms);
  }

  /** The reply is complete, or is no longer needed. */
  end(): void {
    clearTimeout(this.#timer);
  }

  /** Returns the response, whose bytes count as heard when they arrive. */
  watched(response: Response): Response {
    this.heard();
    if (response.body === null) {
      this.end();
      return response;
    }
    const watching = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, into) => {
        this.heard();
        into.enqueue(bytes);
      },
      flush: () => this.end(),
    });
    return new Response(response.body.pipeThrough(watching), response);
  }
}
