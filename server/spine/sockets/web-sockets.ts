import type { Socket } from 'socket.io';

/** The WebSocket under a connection: engine.io has it, and does not type it. */
export interface RawSocket {
  bufferedAmount: number;
  close(code?: number, reason?: string): void;
  terminate(): void;
  pause(): void;
  resume(): void;
  removeAllListeners(event: 'message'): void;
  on(event: 'ping' | 'pong', listener: () => void): void;
}

export function webSocketOf({ transport }: Pick<Socket['conn'], 'transport'>): RawSocket | undefined {
  const socket: unknown = Reflect.get(transport, 'socket');
  return isRawSocket(socket) ? socket : undefined;
}

function isRawSocket(socket: unknown): socket is RawSocket {
  return typeof socket === 'object' && socket !== null && 'bufferedAmount' in socket && 'terminate' in socket;
}

/** Returns how many of the bytes sent over a connection the network has accepted. */
export function acceptedBytes(connection: Pick<Socket['conn'], 'transport'>): number {
  const tcp: unknown = Reflect.get(Object(webSocketOf(connection)), '_socket');
  const { bytesWritten, writableLength } = Object(tcp) as { bytesWritten?: number; writableLength?: number };
  return (bytesWritten ?? 0) - (writableLength ?? 0);
}
