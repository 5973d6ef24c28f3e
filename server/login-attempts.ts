import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '#domain/errors.ts';
import { limits } from '#domain/limits.ts';
import type { Db } from './store/database.ts';
import { countAttempt } from './store/login-attempts.ts';

/**
 * Slows guessing of passwords down without ever locking an owner out: after a few failures an account is refused to that
 * address for a while; beyond many on one account each attempt, from wherever, takes longer.
 * @throws RATE_LIMITED before a password is even looked at
 */
export async function admitLogin(db: Db, email: string, address: string): Promise<void> {
  const { refusedForMs, isBesieged } = await countAttempt(db, email, address);
  if (refusedForMs !== undefined) throw new Refusal('RATE_LIMITED', { retryAfterMs: refusedForMs });
  if (isBesieged) await wait(limits.loginSiegeDelayMs);
}
