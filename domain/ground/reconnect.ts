import { limits } from './limits.ts';

/**
 * Returns the specified back-off before a socket is reopened or a namespace rejoined: 1 s, doubling up to 5 s, with
 * 50 % jitter either way.
 * @param random from 0 to 1
 */
export function reconnectDelayMs(attempts: number, random: number): number {
  const base = Math.min(limits.socketReconnectMinMs * 2 ** Math.max(0, attempts - 1), limits.socketReconnectMaxMs);
  const spread = limits.socketReconnectJitter * base;
  return Math.round(base - spread + random * 2 * spread);
}
