import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Load balancer for several server processes: round robin by connection, skipping processes that refuse. */
export interface Balancer {
  url: string;
  /** Number of connections by port. */
  readonly placed: ReadonlyMap<number, number>;
  close(): Promise<void>;
}

export async function balancerOver(ports: readonly number[]): Promise<Balancer> {
  const placed = new Map(ports.map((port) => [port, 0]));
  const open = new Set<Socket>();
  let turn = 0;

  function remember(socket: Socket): void {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => open.delete(socket));
  }

  /** Connects to the next process that accepts; undefined when all refuse. */
  async function reach(): Promise<Socket | undefined> {
    const first = turn++;
    for (let i = 0; i < ports.length; i++) {
      const port = ports[(first + i) % ports.length] ?? 0;
      const upstream = connect(port, '127.0.0.1');
      try {
        await once(upstream, 'connect');
      } catch {
        continue;
      }
      placed.set(port, (placed.get(port) ?? 0) + 1);
      return upstream;
    }
    return undefined;
  }

  const server = createServer({ pauseOnConnect: true }, (client) => void join(client));

  async function join(client: Socket): Promise<void> {
    remember(client);
    client.on('error', () => client.destroy());
    const upstream = await reach();
    if (upstream === undefined || client.destroyed) {
      upstream?.destroy();
      client.destroy();
      return;
    }
    remember(upstream);
    upstream.on('error', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream);
    upstream.pipe(client);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    placed,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
