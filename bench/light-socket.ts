import { WebSocket } from 'ws';

/** A `/sync` socket that implements just enough of socket.io's protocol to stay open, so that thousands fit into one process. */
export class LightSocket {
  readonly #ws: WebSocket;

  private constructor(ws: WebSocket) {
    this.#ws = ws;
  }

  /** Resolves when the namespace is joined; rejects with the HTTP status or the refusal. */
  static open(url: string, token: string): Promise<LightSocket> {
    return new Promise((resolve, reject) => {
      const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
        perMessageDeflate: false,
      });
      ws.on('unexpected-response', (request, { statusCode }) => {
        request.destroy();
        reject(new Error(`answered ${statusCode}`));
      });
      ws.on('error', reject);
      ws.on('close', () => reject(new Error('closed')));
      ws.on('message', (bytes: Buffer) => {
        const text = bytes.toString();
        if (text === '2') ws.send('3');
        else if (text.startsWith('0')) ws.send(`40/sync,${JSON.stringify({ token })}`);
        else if (text.startsWith('40/sync,')) resolve(new LightSocket(ws));
        else if (text.startsWith('44/sync,')) {
          reject(new Error(text));
          ws.terminate();
        }
      });
    });
  }

  end(): void {
    this.#ws.terminate();
  }
}
