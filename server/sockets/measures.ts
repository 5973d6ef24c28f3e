import type { Server } from 'socket.io';
import { namespaces } from '#domain/protocol/sockets.ts';
import type { Counter, Metrics } from '../metrics.ts';

/**
 * Registers metrics of connections and namespaces.
 * @returns the counter of connections that were cut off
 */
export function measureSockets(io: Server, metrics: Metrics): Counter {
  metrics.gauge('vfp_connections', 'Open WebSockets.', () => io.engine.clientsCount);
  metrics.gauge('vfp_sockets', 'Sockets by namespace; one WebSocket carries several.', () =>
    Object.values(namespaces).map((namespace) => [{ namespace }, io.of(namespace).sockets.size]),
  );
  return metrics.counter('vfp_slow_readers_total', 'Connections cut off because they did not read.');
}
