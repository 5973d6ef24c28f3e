import type { Me } from '#domain/account/users.ts';
import { DeviceDb, firstFingerprint, noteSignIn, noteCleared, otherUsersWithRows } from '../db/device.ts';
import { openWithin, databaseOpenMs } from '../db/open.ts';
import { storeParkedCount } from '../db/parked-count.ts';
import { UserDb } from '../db/schema.ts';
import { clearConfirmed } from '../db/storage.ts';
import { waitingCount } from '../db/unsent-commands.ts';
import { lockName } from '../sync/leader.ts';

import { untilSilent } from '../net/lock-within.ts';

export { sendSignOuts } from '../net/sign-outs.ts';

/** A device may be shared: when a user signs in, the confirmed data of earlier users is deleted from it. */

/** Stores the device's fingerprint, which requests send. */
export interface FingerprintStore {
  get(): string | undefined;
  set(value: string): void;
}

/**
 * Records who uses this device now, and clears the confirmed data of earlier users, whose sessions may have expired
 * without a sign-out. The device keeps its first fingerprint, even if a browser update changes the computed value.
 */
export async function registerUserOnDevice(
  me: Me,
  place: FingerprintStore,
  appVersion: string,
  locks: LockQuery,
): Promise<void> {
  storeParkedCount(me.id, 0);
  await onDevice(async (device) => {
    await noteSignIn(device, { id: me.id, name: me.display_name });
    const computed = place.get();
    if (computed !== undefined) {
      const { value } = await firstFingerprint(device, { value: computed, madeBy: appVersion });
      if (value !== computed) place.set(value);
    }
    const locked = await namesOfLocks(locks);
    // It is not known which users are active: their data is cleared at a later sign-in.
    if (locked === undefined) return;
    for (const { id } of await otherUsersWithRows(device, me.id)) {
      // Active in another tab. Their data is cleared at a later sign-in, after that tab has closed.
      if (locked.has(lockName(id))) continue;
      await clear(id);
      await noteCleared(device, id);
    }
  });
}

/** Clears a user's confirmed data from this device. Unsent commands stay; the sign-in page learns their number. */
export async function clearConfirmedOf(userId: string): Promise<void> {
  await clear(userId);
  await onDevice((device) => noteCleared(device, userId));
}

export type LockQuery = Pick<LockManager, 'query'>;

/** Returns the names of all locks; undefined where the browser does not answer. */
async function namesOfLocks(locks: LockQuery): Promise<Set<string | undefined> | undefined> {
  const answered = new AbortController();
  const found = await Promise.race([locks.query(), untilSilent(answered.signal)]);
  answered.abort();
  if (found === undefined) return undefined;
  const { held = [], pending = [] } = found;
  return new Set([...held, ...pending].map(({ name }) => name));
}

async function clear(userId: string): Promise<void> {
  const db = new UserDb(userId);
  try {
    // The page waits for this when it signs out.
    await openWithin(db, databaseOpenMs);
    await clearConfirmed(db);
    const { waiting, needYou } = await waitingCount(db);
    storeParkedCount(userId, waiting + needYou);
  } finally {
    db.close();
  }
}

async function onDevice(work: (device: DeviceDb) => Promise<void>): Promise<void> {
  const device = new DeviceDb();
  try {
    await openWithin(device, databaseOpenMs);
    await work(device);
  } finally {
    device.close();
  }
}
