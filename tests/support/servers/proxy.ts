import { createServer, type Server, type Socket, connect } from 'node:net';
import { once } from 'node:events';

/** An unreliable network: a TCP proxy on loopback that can be cut and can drop all replies. It counts what it carries. */
export interface FaultyNetwork {
  url: string;
  port: number;
  /** Breaks all connections and refuses new ones. */
  cut(): void;
  /** Requests arrive, replies are lost: the client does not learn what the server commits. */
  loseReplies(): void;
  /** Restores the network. Connections that lost bytes are broken first, as in a real network. */
  restore(): void;
  /** Bytes sent to the server. */
  up(): number;
  /** Bytes received from the server. */
  down(): number;
  close(): Promise<void>;
}

export async function faultyNetwork(targetPort: () => number): Promise<FaultyNetwork> {
  let mode: 'open' | 'cut' | 'deaf' = 'open';
  let up = 0;
  let down = 0;
  const pairs = new Set<[Socket, Socket]>();

  const server: Server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(targetPort(), '127.0.0.1');
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.on('data', (bytes) => {
      up += bytes.length;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      down += bytes.length;
      if (mode !== 'deaf') client.write(bytes);
    });
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', () => drop(pair));
      socket.on('close', () => drop(pair));
    }
  });

  function drop(pair: [Socket, Socket]): void {
    pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }

  function breakAll(): void {
    for (const pair of pairs) drop(pair);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    url: `http://localhost:${address.port}`,
    port: address.port,
    cut() {
      mode = 'cut';
      breakAll();
    },
    loseReplies() {
      mode = 'deaf';
    },
    restore() {
      if (mode === 'deaf') breakAll();
      mode = 'open';
    },
    up: () => up,
    down: () => down,
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
