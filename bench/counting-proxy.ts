import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback that counts the bytes in both directions. */
export interface CountingProxy {
  url: string;
  /** Bytes sent to the server. */
  up(): number;
  /** Bytes received from the server. */
  down(): number;
  close(): void;
}

export async function countingProxy(targetUrl: string): Promise<CountingProxy> {
  const { port } = new URL(targetUrl);
  let up = 0;
  let down = 0;
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    client.on('data', (bytes) => (up += bytes.length));
    upstream.on('data', (bytes) => (down += bytes.length));
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    up: () => up,
    down: () => down,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
