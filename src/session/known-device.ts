import type { Me } from '#domain/users.ts';
import { DeviceDb, firstFingerprint, noteSignIn, noteCleared, otherUsersWithRows } from '../db/device.ts';
import { keepParkedCount } from '../db/parked-count.ts';
import { UserDb } from '../db/schema.ts';
import { clearConfirmed } from '../db/storage.ts';
import { waitingCount } from '../db/views.ts';
import { lockName } from '../sync/leader.ts';

export { sendSignOuts } from '../net/sign-outs.ts';

/** Devices shared by several users: the confirmed data of one user is cleared for the next. */

/** Storage of the fingerprint for the requests that carry it. */
export interface FingerprintStore {
  get(): string | undefined;
  set(value: string): void;
}

/**
 * Records who uses this device now, and clears the confirmed data of earlier users, whose sessions may have expired
 * without a sign-out. The device keeps its first fingerprint, even if its browser draws differently after an update.
 */
export async function registerUserOnDevice(
  me: Me,
  place: FingerprintStore,
  appVersion: string,
  locks: LockQuery,
): Promise<void> {
  keepParkedCount(me.id, 0);
  await onDevice(async (device) => {
    await noteSignIn(device, { id: me.id, name: me.display_name });
    const drawn = place.get();
    if (drawn !== undefined) {
      const { value } = await firstFingerprint(device, { value: drawn, madeBy: appVersion });
      if (value !== drawn) place.set(value);
    }
    const busy = await inUse(locks);
    for (const { id } of await otherUsersWithRows(device, me.id)) {
      // Still active in another tab; their data is cleared when a user arrives after that tab has closed.
      if (busy.has(lockName(id))) continue;
      await clear(id);
      await noteCleared(device, id);
    }
  });
}

/** Clears a user's confirmed data from this device. Their unsent commands stay, and their number is stored. */
export async function forgetConfirmed(userId: string): Promise<void> {
  await clear(userId);
  await onDevice((device) => noteCleared(device, userId));
}

export type LockQuery = Pick<LockManager, 'query'>;

async function inUse(locks: LockQuery): Promise<Set<string | undefined>> {
  const { held = [], pending = [] } = await locks.query();
  return new Set([...held, ...pending].map(({ name }) => name));
}

async function clear(userId: string): Promise<void> {
  const db = new UserDb(userId);
  try {
    await clearConfirmed(db);
    const { waiting, needYou } = await waitingCount(db);
    keepParkedCount(userId, waiting + needYou);
  } finally {
    db.close();
  }
}

async function onDevice(work: (device: DeviceDb) => Promise<void>): Promise<void> {
  const device = new DeviceDb();
  try {
    await work(device);
  } finally {
    device.close();
  }
}
