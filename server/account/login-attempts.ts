import { setTimeout as wait } from 'node:timers/promises';
import { normalEmail } from '#domain/account/contact.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { type HashingGroups, knownAs, NoRoom, strangerFrom } from './passwords.ts';
import { isKnownDevice } from './store/codes.ts';
import { countAttempt, forgetAttempts, takeBackAttempt } from './store/login-attempts.ts';
import { codeFailures, loginFailures, loginSiegeDelayMs } from './store/login-limits.ts';
import type { Db } from '../database/db.ts';
import { troubleOf } from '../database/outage.ts';

/** Device and network address of a request. */
export interface RequestOrigin {
  deviceId: string | null;
  address: string;
}

/** An admitted attempt. */
export interface Attempt {
  /** Id of the counted attempt. */
  id: number | undefined;
  /** Attempts that are left if this one fails; the same for addresses without an account. */
  left: number | undefined;
  /** Group in the queue for hashing: networks, and accounts on known devices, take turns. */
  whose: HashingGroups;
}

/**
 * Slows down guessing of passwords, codes and other secrets of accounts, which are all counted together, without locking an owner out. After a few failures an account is refused to that network
 * for a while; after many, every attempt on the account takes longer. A network that tries one password on many
 * accounts is refused too. Devices on which an account has been signed in are counted apart from their network, per
 * account, so that a neighbor's guesses do not lock its owner out.
 * @param email as typed
 * @returns the attempt, for `unlessUndecided`
 * @throws RATE_LIMITED before the password is checked
 */
export async function admitLogin(
  db: Db,
  email: string,
  { address, deviceId }: RequestOrigin,
  most: number = loginFailures,
): Promise<Attempt> {
  const isKnown = await isKnownDevice(db, email, deviceId);
  const { id, refusedForMs, left, isBesieged } = await countAttempt(db, normalEmail(email), address, { isKnown, most });
  if (refusedForMs !== undefined) throw new Refusal('RATE_LIMITED', { retryAfterMs: refusedForMs });
  if (isBesieged) await wait(loginSiegeDelayMs);
  return { id, left, whose: isKnown ? knownAs(`account ${normalEmail(email)}`) : strangerFrom(address) };
}

/** Returns the refusal of a wrong password: before the last attempt it says so, whether or not there is an account. */
export function wrongPassword({ left }: Pick<Attempt, 'left'>): Refusal {
  return new Refusal('NotAuthorizedException', left === 1 ? { triesLeft: left } : undefined);
}

/**
 * Runs one attempt at a code. It counts as wrong until it has ended well; then the account's earlier ones end too.
 * @param most for another secret than a code
 */
export async function countGuess<T>(
  db: Db,
  email: string,
  from: RequestOrigin,
  attempt: () => Promise<T>,
  most: number = codeFailures,
): Promise<T> {
  const admitted = await admitLogin(db, email, from, most);
  const result = await unlessUndecided(db, admitted, attempt);
  await forgetAttempts(db, normalEmail(email), from.address);
  return result;
}

/** Runs an attempt. If it ends before its secret is known to be wrong, it is not counted. */
export async function unlessUndecided<T>(db: Db, { id }: Attempt, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isUndecided(error)) await takeBackAttempt(db, id);
    throw error;
  }
}

/** Whether an attempt ended because the server has no room for it, or in an outage: it is not known to be wrong. */
export function isUndecided(error: unknown): boolean {
  return (
    error instanceof NoRoom ||
    troubleOf(error) !== undefined ||
    (error instanceof Refusal && error.code === 'UNAVAILABLE')
  );
}
