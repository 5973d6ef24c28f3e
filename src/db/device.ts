import { Dexie, type Table } from 'dexie';

/**
 * What the device knows about itself, whoever is signed in: how it is recognized, and who has worked on it. No content.
 * It is opened after sign-in, like everything in IndexedDB, and only for a moment.
 */
export class DeviceDb extends Dexie {
  declare facts: Table<Fingerprint & { key: 'fingerprint' }, string>;
  declare people: Table<KnownPerson, string>;

  constructor() {
    super('vfp_device', { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ facts: '&key', people: '&id' });
  }
}

export interface Fingerprint {
  value: string;
  /** The version of the app that drew it. */
  madeBy: string;
}

export interface KnownPerson {
  id: string;
  name: string;
  /** For display only. */
  lastSeenAt: number;
  /** Whether what the server has told them may lie on this device; signing out clears it. */
  holdsConfirmed: boolean;
}

/** Somebody works here now. */
export async function noteArrival(db: DeviceDb, { id, name }: { id: string; name: string }): Promise<void> {
  const person = { id, name, lastSeenAt: Date.now(), holdsConfirmed: true };
  await db.transaction('rw!', db.people, async () => db.people.put(person));
}

/** A user's confirmed data is gone from this device. */
export async function noteCleared(db: DeviceDb, id: string): Promise<void> {
  await db.transaction('rw!', db.people, async () => db.people.update(id, { holdsConfirmed: false }));
}

/** Everybody else whose confirmed rows may still lie here. */
export async function othersHeld(db: DeviceDb, id: string): Promise<KnownPerson[]> {
  const people = await db.transaction('r!', db.people, async () => db.people.toArray());
  return people.filter((person) => person.id !== id && person.holdsConfirmed);
}

/** The fingerprint this device was first known by; the given one where there is none yet. */
export async function firstFingerprint(db: DeviceDb, drawn: Fingerprint): Promise<Fingerprint> {
  return db.transaction('rw!', db.facts, async () => {
    const known = await db.facts.get('fingerprint');
    if (known !== undefined) return known;
    await db.facts.put({ key: 'fingerprint', ...drawn });
    return drawn;
  });
}
