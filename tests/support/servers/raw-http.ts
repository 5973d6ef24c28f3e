import { connect } from 'node:net';
import { once } from 'node:events';

/** HTTP that our clients never send: raw bytes to the server's port. */
export interface RawAnswer {
  /** Status of the first reply; 0 when there was none. */
  status: number;
  /** JSON of the first reply; undefined when it is not JSON. */
  body: unknown;
  /** Everything received. */
  text: string;
  /** Number of bytes sent until the server stopped reading or all were sent. */
  sent: number;
}

/** Returns the head of a request with its required lines. */
export function head(method: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`;
}

/**
 * Sends these bytes piece by piece and waits until the connection ends.
 * @param pieces may be endless: sending stops when the server closes the connection
 * @param options.until ends the connection when the received text matches this
 */
export async function sendRaw(
  url: string,
  pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  options: { until?: RegExp } = {},
): Promise<RawAnswer> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
    if (options.until?.test(text) === true) socket.destroy();
  });
  // Writing after the server stopped reading raises an error.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for await (const piece of pieces) {
    if (socket.destroyed) break;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  await closed;
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
    body: jsonIn(text),
    text,
    sent: socket.bytesWritten,
  };
}

function jsonIn(text: string): unknown {
  const body = text.split('\r\n\r\n')[1] ?? '';
  try {
    return JSON.parse(Buffer.from(body, 'latin1').toString());
  } catch {
    return undefined;
  }
}
