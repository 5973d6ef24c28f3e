import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Random } from '../../tests/simulation/random.ts';

/** A network that drops, delays and cuts connections, or replies in the server's place, until `calm` is called. */
export interface BadNetwork {
  url: string;
  /** The number of connections by fate. */
  readonly befell: ReadonlyMap<Fate, number>;
  calm(): void;
  close(): Promise<void>;
}

/**
 * pass: no fault. slow: every chunk is delayed. cut: ends early, in both directions. deaf: replies are lost without an
 * error. html: a captive portal replies 200. Every connection also ends at a random time.
 */
type Fate = keyof typeof shares;

const shares = { pass: 0.62, slow: 0.14, cut: 0.12, deaf: 0.06, html: 0.06 };
const meanLifeMs = 25_000;

const portal = [
  'HTTP/1.1 200 OK',
  'content-type: text/html',
  'connection: close',
  '',
  '<!doctype html><title>Welcome to our hotel</title><p>Accept our terms to go on.',
].join('\r\n');

export async function badNetwork(targetPort: number, dice: Random): Promise<BadNetwork> {
  const befell = new Map<Fate, number>();
  const open = new Set<Socket>();
  let isCalm = false;

  const server = createServer((client) => {
    const fate = isCalm ? 'pass' : fateBy(dice.next());
    befell.set(fate, (befell.get(fate) ?? 0) + 1);
    remember(client);
    if (fate === 'html') {
      client.once('data', () => client.end(portal));
      return;
    }
    const upstream = connect(targetPort, '127.0.0.1');
    remember(upstream);
    const late = fate === 'slow' ? dice.between(20, 800) : 0;
    carry(client, upstream, late);
    if (fate === 'deaf') upstream.resume();
    else carry(upstream, client, late);
    const lifeMs = fate === 'cut' ? dice.between(0, 3000) : -Math.log(1 - dice.next()) * meanLifeMs;
    const ending = setTimeout(() => !isCalm && client.destroy(), fate === 'deaf' ? Math.min(lifeMs, 15_000) : lifeMs);
    client.on('close', () => {
      clearTimeout(ending);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });

  function remember(socket: Socket): void {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    befell,
    calm() {
      isCalm = true;
      // Data lost on these connections stays lost; clients reconnect as after an outage.
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function fateBy(thrown: number): Fate {
  let left = thrown;
  for (const fate of ['html', 'deaf', 'cut', 'slow'] as const) {
    left -= shares[fate];
    if (left < 0) return fate;
  }
  return 'pass';
}

/** Forwards the data in order, each chunk delayed by `lateMs`. */
function carry(from: Socket, to: Socket, lateMs: number): void {
  from.on('data', (bytes) => {
    if (lateMs === 0) to.write(bytes);
    else setTimeout(() => to.writable && to.write(bytes), lateMs);
  });
}
