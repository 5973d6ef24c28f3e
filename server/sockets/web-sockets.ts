import type { Socket } from 'socket.io';

/** The WebSocket under a connection: engine.io has it, and does not type it. */
export interface RawSocket {
  bufferedAmount: number;
  /** Null once it is closed. */
  _socket: { bytesWritten: number; writableLength: number } | null;
  close(code?: number, reason?: string): void;
  terminate(): void;
  pause(): void;
  resume(): void;
  on(event: 'ping' | 'pong', listener: () => void): void;
}

export function webSocketOf({ transport }: Pick<Socket['conn'], 'transport'>): RawSocket | undefined {
  const socket: unknown = Reflect.get(transport, 'socket');
  return isRawSocket(socket) ? socket : undefined;
}

function isRawSocket(socket: unknown): socket is RawSocket {
  return typeof socket === 'object' && socket !== null && 'bufferedAmount' in socket && 'terminate' in socket;
}
