import { SECOND } from './units.ts';

const socketReconnectMinMs = 1 * SECOND;
const socketReconnectMaxMs = 5 * SECOND;
const socketReconnectJitter = 0.5;
export const socketConnectTimeoutMs = 20 * SECOND;

/**
 * Returns the specified back-off before a socket is reopened or a namespace rejoined: 1 s, doubling up to 5 s, with
 * 50 % jitter either way.
 * @param random from 0 to 1
 */
export function reconnectDelayMs(attempts: number, random: number): number {
  const base = Math.min(socketReconnectMinMs * 2 ** Math.max(0, attempts - 1), socketReconnectMaxMs);
  const spread = socketReconnectJitter * base;
  return Math.round(base - spread + random * 2 * spread);
}
