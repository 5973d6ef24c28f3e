/** The network between a device and the real server: every call passes through it, and can fail in any way. */
export class Network {
  /** False: no call reaches the server. */
  isOn = true;
  /** The calls that reached the server, in order, such as `POST /api/v1/sync/push`. */
  readonly reached: string[] = [];
  readonly #target: string;
  #encounters: { on: RegExp; meet: Encounter; times: number }[] = [];

  constructor(target: string) {
    this.#target = target;
  }

  /** Sets the behavior for the next calls to matching paths; `send` forwards the call to the server. */
  next(on: RegExp, meet: Encounter, times = 1): void {
    this.#encounters.push({ on, meet, times });
  }

  /** The calls take effect, but their replies are lost. */
  loseReplies(on: RegExp, times = 1): void {
    this.next(
      on,
      async (send) => {
        await send();
        throw new TypeError('fetch failed: the reply was lost');
      },
      times,
    );
  }

  /** The calls are lost before they reach the server. */
  loseRequests(on: RegExp, times = 1): void {
    this.next(
      on,
      async () => {
        throw new TypeError('fetch failed: the request was lost');
      },
      times,
    );
  }

  /** The calls take effect, and the connection breaks in the middle of their replies. */
  cutReplies(on: RegExp, times = 1): void {
    this.next(
      on,
      async (send) => {
        const whole = await send();
        const bytes = new Uint8Array(await whole.arrayBuffer());
        const body = new ReadableStream({
          start: (half) => half.enqueue(bytes.slice(0, bytes.length / 2)),
          pull: (half) => half.error(new TypeError('terminated')),
        });
        return new Response(body, whole);
      },
      times,
    );
  }

  /** A call takes effect but never gets a reply. @returns a function that tells whether the caller has aborted */
  silence(on: RegExp): { isGivenUp: () => boolean } {
    let caller: AbortSignal | null | undefined;
    this.next(on, async (send, _body, signal) => {
      caller = signal;
      await send();
      return await new Promise<Response>((_, fail) => {
        signal?.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
      });
    });
    return { isGivenUp: () => caller?.aborted === true };
  }

  /** Returns the JSON of the next reply, which is passed on unchanged. */
  overhear(on: RegExp): Promise<unknown> {
    return new Promise((heard) => {
      this.next(on, async (send) => {
        const reply = await send();
        heard(await reply.clone().json());
        return reply;
      });
    });
  }

  /** The calls arrive twice at the same time; the later reply is returned. */
  duplicate(on: RegExp, times = 1): void {
    this.next(
      on,
      async (send) => {
        const [, second] = await Promise.all([send(), send()]);
        return second;
      },
      times,
    );
  }

  /** An intermediary replies instead of the server. */
  answer(on: RegExp, answer: () => Response, times = 1): void {
    this.next(on, async () => answer(), times);
  }

  /** Holds the calls back until the returned function is called. */
  delay(on: RegExp, times = 1): () => void {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    this.next(
      on,
      async (send) => {
        await held;
        return send();
      },
      times,
    );
    return release;
  }

  /** Removes all set behavior. */
  calm(): void {
    this.#encounters = [];
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, this.#target);
    if (!this.isOn) throw new TypeError('fetch failed: no network');
    const send = async (body = init?.body ?? null): Promise<Response> => {
      this.reached.push(`${init?.method ?? 'GET'} ${pathname}`);
      return real(this.#target + pathname + search, { ...init, body });
    };
    const i = this.#encounters.findIndex(({ on }) => on.test(`${init?.method ?? 'GET'} ${pathname}`));
    const found = this.#encounters[i];
    if (found === undefined) return send();
    if (--found.times === 0) this.#encounters.splice(i, 1);
    return found.meet(send, init?.body, init?.signal);
  };
}

/** `send` forwards the call to the server, unchanged or with another body. */
type Encounter = (
  send: (body?: RequestInit['body']) => Promise<Response>,
  body: RequestInit['body'],
  signal: AbortSignal | null | undefined,
) => Promise<Response>;

const real = globalThis.fetch;

/** Returns an origin; calls of the global `fetch` to it pass through this network. */
export function originOf(network: Network): string {
  const host = `device-${networks.size + 1}.test`;
  networks.set(host, network);
  return `http://${host}`;
}

const networks = new Map<string, Network>();

globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const network = URL.canParse(url) ? networks.get(new URL(url).host) : undefined;
  return network === undefined ? real(input, init) : network.fetch(input, init);
};
