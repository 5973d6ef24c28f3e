import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Server } from 'socket.io';
import type { Deps } from '../deps.ts';

/**
 * The one door for WebSockets: the page must be ours and the address may not knock too often. This stands before
 * socket.io, whose own check can only answer 400.
 */
export function guardUpgrades(
  http: HttpServer,
  io: Server,
  { config, allowance }: Pick<Deps, 'config' | 'allowance'>,
): void {
  const mayKnock = createAllowance(allowance?.handshakesPerMinute ?? 300);
  // `attach` has put socket.io's own listener there; ours calls it when the door is open.
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!(request.url ?? '').startsWith('/socket.io/')) return refuse(socket, '404 Not Found');
    if (!isOurPage(request, config.publicUrl)) return refuse(socket, '403 Forbidden');
    if (!mayKnock(addressOf(request, config.trustProxy)))
      return refuse(socket, '429 Too Many Requests', 'retry-after: 60\r\n');
    io.engine.handleUpgrade(Object.assign(request, { _query: queryOf(request) }), socket, head);
  });
}

/** A browser always says which page asks. Programs that are no browser send no Origin, and have no cookies to steal. */
function isOurPage(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  return (
    String(forwarded ?? '')
      .split(',')[0]
      ?.trim() ||
    (request.socket.remoteAddress ?? '')
  );
}

function queryOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams);
}

function refuse(socket: Duplex, status: string, headers = ''): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n${headers}\r\n`);
}

/** So many a minute for each address, counted by whole minutes. */
function createAllowance(perMinute: number): (address: string) => boolean {
  let minute = 0;
  let counts = new Map<string, number>();
  return (address) => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) {
      minute = now;
      counts = new Map();
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= perMinute;
  };
}
