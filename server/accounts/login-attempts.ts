import { setTimeout as wait } from 'node:timers/promises';
import { normalEmail } from '#domain/contact.ts';
import { Refusal } from '#domain/errors.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { type HashedFor, knownAs, NoRoom, strangerFrom } from './passwords.ts';
import type { Db } from '../store/system/database.ts';
import { isKnownDevice } from '../store/people/codes.ts';
import { countAttempt, takeBackAttempt } from '../store/people/login-attempts.ts';

/** One attempt that was admitted. */
export interface Attempt {
  /** Which one was counted. */
  id: number | undefined;
  /** For whom the password is hashed: networks, and accounts on devices they know, take turns. */
  whose: HashedFor;
}

/**
 * Slows guessing of passwords down without ever locking an owner out: after a few failures an account is refused to that
 * address for a while; beyond many on one account each attempt, from wherever, takes longer. A network that tries one
 * password at many accounts waits too; devices on which the account has been signed in are counted apart from the rest of
 * their network, for each account by itself, so that a neighbour who guesses, there or at accounts of their own, does not
 * shut its owner out.
 * @param email as typed
 * @returns the attempt, for `unlessNoRoom`
 * @throws RATE_LIMITED before a password is even looked at
 */
export async function admitLogin(
  db: Db,
  email: string,
  { address, device }: { address: string; device: string | null },
): Promise<Attempt> {
  const isKnown = await isKnownDevice(db, email, device);
  const { id, refusedForMs, isBesieged } = await countAttempt(db, normalEmail(email), address, isKnown);
  if (refusedForMs !== undefined) throw new Refusal('RATE_LIMITED', { retryAfterMs: refusedForMs });
  if (isBesieged) await wait(serverLimits.loginSiegeDelayMs);
  return { id, whose: isKnown ? knownAs(`account ${normalEmail(email)}`) : strangerFrom(address) };
}

/** Checks a password or hashes one. Where there was no room for that, the attempt is taken back: nobody has guessed. */
export async function unlessNoRoom<T>(db: Db, { id }: Attempt, hashing: () => Promise<T>): Promise<T> {
  try {
    return await hashing();
  } catch (error) {
    if (error instanceof NoRoom) await takeBackAttempt(db, id);
    throw error;
  }
}
