import { WebSocket } from 'ws';

/** A `/sync` socket that implements just enough of socket.io's protocol, so that thousands fit into one process. */
export class LightSocket {
  readonly #acks = new Map<number, (reply: unknown) => void>();
  readonly #ws: WebSocket;
  #next = 0;
  /** Called for every event except acknowledgements. */
  onEvent: ((name: string, body: unknown) => void) | undefined;
  onClose: (() => void) | undefined;

  private constructor(ws: WebSocket) {
    this.#ws = ws;
  }

  /** Resolves when the namespace is joined; rejects with the HTTP status or the refusal. */
  static open(url: string, token: string): Promise<LightSocket> {
    return new Promise((resolve, reject) => {
      const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
        perMessageDeflate: false,
      });
      const socket = new LightSocket(ws);
      ws.on('unexpected-response', (request, { statusCode }) => {
        request.destroy();
        reject(new Answered(statusCode ?? 0));
      });
      ws.on('error', reject);
      ws.on('close', () => {
        reject(new Error('closed'));
        socket.onClose?.();
      });
      ws.on('message', (bytes: Buffer) => {
        const text = bytes.toString();
        if (text === '2') ws.send('3');
        else if (text.startsWith('0')) ws.send(`40/sync,${JSON.stringify({ token })}`);
        else if (text.startsWith('40/sync,')) resolve(socket);
        else if (text.startsWith('44/sync,')) {
          reject(new Error(text));
          ws.terminate();
        } else if (text.startsWith('42/sync,')) {
          const [name, body]: [string, unknown] = JSON.parse(text.slice(8));
          socket.onEvent?.(name, body);
        } else if (text.startsWith('43/sync,')) socket.#answered(text.slice(8));
      });
    });
  }

  #answered(text: string): void {
    const id = Number.parseInt(text, 10);
    this.#acks.get(id)?.(JSON.parse(text.slice(String(id).length))[0]);
    this.#acks.delete(id);
  }

  ask(name: string, body: unknown): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#acks.set(id, resolve);
      this.#ws.send(`42/sync,${id}${JSON.stringify([name, body])}`);
    });
  }

  end(): void {
    this.onClose = undefined;
    this.#ws.terminate();
  }
}

/** The server replied to the handshake with an HTTP status. */
export class Answered extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}
