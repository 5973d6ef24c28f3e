import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '#domain/errors.ts';

/**
 * Slows guessing of passwords down without ever locking an owner out: five failures in a quarter of an hour per account
 * and address are refused for a while; beyond twenty an hour on one account each attempt, from wherever, takes longer.
 */
const window = { failures: 5, ms: 15 * 60_000 };
const account = { failures: 20, ms: 60 * 60_000, delayMs: 3000 };
const remembered = 50_000;

export interface LoginAttempts {
  /** Before checking a password: throws RATE_LIMITED, or takes its time. */
  admit(email: string, address: string): Promise<void>;
  failed(email: string, address: string): void;
  succeeded(email: string, address: string): void;
}

/** @param now a clock in milliseconds that never goes back */
export function createLoginAttempts(now: () => number = () => performance.now()): LoginAttempts {
  const failures = new Map<string, number[]>();

  function recent(key: string, ms: number): number[] {
    const kept = (failures.get(key) ?? []).filter((at) => at > now() - ms);
    if (kept.length === 0) failures.delete(key);
    else failures.set(key, kept);
    return kept;
  }

  function add(key: string, ms: number): void {
    const at = [...recent(key, ms), now()].slice(-account.failures - 1);
    failures.delete(key);
    failures.set(key, at);
    const oldest = failures.keys().next();
    if (failures.size > remembered && !oldest.done) failures.delete(oldest.value);
  }

  return {
    async admit(email, address) {
      const here = recent(`${email} ${address}`, window.ms);
      const first = here[0];
      if (first !== undefined && here.length >= window.failures) {
        throw new Refusal('RATE_LIMITED', { retryAfterMs: Math.ceil(first + window.ms - now()) });
      }
      if (recent(email, account.ms).length >= account.failures) await wait(account.delayMs);
    },
    failed(email, address) {
      add(`${email} ${address}`, window.ms);
      add(email, account.ms);
    },
    succeeded(email, address) {
      failures.delete(`${email} ${address}`);
    },
  };
}
