import { connect } from 'node:net';
import { once } from 'node:events';

/** HTTP as no client of ours writes it: bytes straight to the server's port. */
export interface RawAnswer {
  /** Of the first answer; 0 when none came. */
  status: number;
  /** The first answer's JSON; undefined when it is none. */
  body: unknown;
  /** Everything that came back. */
  text: string;
  /** How many bytes we could send before the server stopped reading, or we were through. */
  sent: number;
}

/** A request's head, with the lines it needs. */
export function head(method: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`;
}

/**
 * Sends these bytes, piece by piece, and waits until the connection ends.
 * @param pieces may have no end: sending stops when the server cuts the connection
 * @param options.until ends the connection from our side as soon as what came back fits this
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
  // What the server does not read any more comes back as an error.
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
