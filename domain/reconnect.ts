import { limits } from './limits.ts';

/** The specified back-off before a socket is opened or a namespace joined again: from 1 s doubling to 5 s, give or take half. */
export function reconnectDelayMs(attempts: number, random: number): number {
  const base = Math.min(limits.socketReconnectMinMs * 2 ** Math.max(0, attempts - 1), limits.socketReconnectMaxMs);
  const spread = limits.socketReconnectJitter * base;
  return Math.round(base - spread + random * 2 * spread);
}
