import { Dexie, type Table } from 'dexie';

/**
 * The device's own database, shared by all users: its fingerprint and who has signed in here. It holds no content. It
 * is opened only briefly, and only after sign-in, like all of IndexedDB.
 */
export class DeviceDb extends Dexie {
  declare facts: Table<Fingerprint & { key: 'fingerprint' }, string>;
  declare people: Table<KnownUser, string>;

  constructor() {
    super('vfp_device', { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ facts: '&key', people: '&id' });
  }
}

export interface Fingerprint {
  value: string;
  /** Version of the app that made the fingerprint. */
  madeBy: string;
}

export interface KnownUser {
  id: string;
  name: string;
  /** Time of the last sign-in, in ms since 1970. For display only. */
  lastSeenAt: number;
  /** Whether confirmed rows of this user may be on the device. Signing out removes them. */
  holdsConfirmed: boolean;
}

/** Notes that this user has signed in here. */
export async function noteSignIn(db: DeviceDb, { id, name }: { id: string; name: string }): Promise<void> {
  const user = { id, name, lastSeenAt: Date.now(), holdsConfirmed: true };
  await db.transaction('rw!', db.people, async () => db.people.put(user));
}

/** Notes that this user's confirmed rows have been removed from the device. */
export async function noteCleared(db: DeviceDb, id: string): Promise<void> {
  await db.transaction('rw!', db.people, async () => db.people.update(id, { holdsConfirmed: false }));
}

/** Returns all other users whose confirmed rows may be on this device. */
export async function otherUsersWithRows(db: DeviceDb, id: string): Promise<KnownUser[]> {
  const users = await db.transaction('r!', db.people, async () => db.people.toArray());
  return users.filter((user) => user.id !== id && user.holdsConfirmed);
}

/** Returns this device's first fingerprint, and stores the given one if there is none yet. */
export async function firstFingerprint(db: DeviceDb, drawn: Fingerprint): Promise<Fingerprint> {
  return db.transaction('rw!', db.facts, async () => {
    const known = await db.facts.get('fingerprint');
    if (known !== undefined) return known;
    await db.facts.put({ key: 'fingerprint', ...drawn });
    return drawn;
  });
}
