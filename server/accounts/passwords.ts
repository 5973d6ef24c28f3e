import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#domain/errors.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { normalPassword } from '#domain/password.ts';
import { networksOf } from '../network.ts';
import { Turns } from '../limits/turns.ts';

/** No password was looked at, for want of room: whoever tried has not guessed. */
export class NoRoom extends Refusal {}

/**
 * Passwords, hashed with argon2id. A hash costs about 20 MB and a core for a moment, so at most two run at once, fifty wait,
 * and everybody else is told to come back. Networks take turns, so that none of them fills the queue; and strangers
 * with those who are known, so that strangers of however many networks leave the known room.
 */
const turns = new Turns(serverLimits.passwordsAtOnce, serverLimits.passwordsWaiting, () => {
  return new NoRoom('RATE_LIMITED', { retryAfterMs: serverLimits.passwordsBackMs });
});

/** For whom a password is hashed, the widest group first. */
export type HashedFor = readonly string[];

/** Somebody who has proved nothing yet, from this address. */
export const strangerFrom = (address: string): HashedFor => ['strangers', ...networksOf(address)];

/** An account on a device it knows, or a session. */
export const knownAs = (who: string): HashedFor => ['known', who];

/** OWASP's smallest recommended cost; algorithm 2 is argon2id. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The text to store for a password.
 * @param whose for whom: networks, accounts and sessions take turns
 */
export async function hashPassword(password: string, whose: string | HashedFor = ''): Promise<string> {
  return turns.run(() => hash(normalPassword(password), cost), whose);
}

/**
 * Whether the password is the one behind the stored text. With nothing stored (an unknown address) it works as long and
 * says no, so that neither the answer nor its time tells who has an account. What was hashed before 23 November 2026 was hashed as
 * it was typed, so that is tried as well where it differs.
 */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
  whose: string | HashedFor = '',
): Promise<boolean> {
  const against = stored ?? (await decoy());
  const tries = new Set([normalPassword(password), password]);
  const right = await turns.run(async () => {
    for (const each of tries) if (await verify(against, each).catch(() => false)) return true;
    return false;
  }, whose);
  return right && stored !== undefined;
}

/** Passwords waiting for their turn. */
export const passwordsWaiting = (): number => turns.waiting;

let decoyHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  decoyHash ??= hash('nobody has this password', cost);
  return decoyHash;
}
