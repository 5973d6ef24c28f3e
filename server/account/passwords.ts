import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#domain/ground/errors.ts';
import { normalPassword } from '#domain/account/password.ts';
import { networksOf } from '../ground/network.ts';
import { Turns } from '../limits/turns.ts';
import { SECOND } from '#domain/ground/units.ts';

export const passwordsAtOnce = 2;
export const mostPasswordsWaiting = 50;
export const passwordsBackMs = 5 * SECOND;

/** Thrown when the queue for hashing is full. The password was not checked, so the attempt is no guess. */
export class NoRoom extends Refusal {}

/**
 * Password hashing with argon2id. A hash needs about 20 MB and a core, so at most two run at once, fifty wait, and
 * other requests are refused with Retry-After. Networks take turns, so that none fills the queue. Unknown callers take
 * turns with known ones, so that many unknown networks leave space for known users.
 */
const turns = new Turns(passwordsAtOnce, mostPasswordsWaiting, () => {
  return new NoRoom('RATE_LIMITED', { retryAfterMs: passwordsBackMs });
});

/** Groups of a caller in the queue for hashing, widest first. */
export type HashingGroups = readonly string[];

/** Group of an unauthenticated caller from this address. */
export const strangerFrom = (address: string): HashingGroups => ['strangers', ...networksOf(address)];

/** Group of a session, or of an account on a known device. */
export const knownAs = (who: string): HashingGroups => ['known', who];

/** OWASP's smallest recommended cost; algorithm 2 is argon2id. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashes a password. @returns the text to store
 * @param whose group of the caller: networks, accounts and sessions take turns
 */
export async function hashPassword(password: string, whose: string | HashingGroups = ''): Promise<string> {
  return turns.run(() => hash(normalPassword(password), cost), whose);
}

/**
 * Whether a password matches the stored hash. Without a hash (unknown address) it takes as long and returns false, so
 * that neither the reply nor its time reveals whether an account exists. Hashes from before 23 November 2026 are of the
 * password as typed, so that form is tried too if it differs.
 */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
  whose: string | HashingGroups = '',
): Promise<boolean> {
  const against = stored ?? (await decoy());
  const tries = new Set([normalPassword(password), password]);
  const right = await turns.run(async () => {
    for (const each of tries) if (await verify(against, each).catch(() => false)) return true;
    return false;
  }, whose);
  return right && stored !== undefined;
}

/** Returns the number of queued hashes. */
export const passwordsWaiting = (): number => turns.waiting;

let decoyHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  decoyHash ??= hash('no user has this password', cost);
  return decoyHash;
}
