import type { Socket } from 'socket.io';
import { webSocketOf } from './web-sockets.ts';

/** Codes of WebSocket closes: https://www.iana.org/assignments/websocket/websocket.xhtml */
export const serviceRestart = 1012;
export const policyViolation = 1008;

/** Sets the code with which a connection will be closed; engine.io sets none. */
export function closeWith(connection: Pick<Socket['conn'], 'transport'>, code: number): void {
  const socket = webSocketOf(connection);
  if (socket === undefined) return;
  const close = socket.close.bind(socket);
  socket.close = (given = code, reason) => close(given, reason);
}
