import { Dexie, type DBCore, type DBCoreMutateRequest } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { UserDb } from '../../src/db/schema.ts';
import { asFirstVersion } from './first-version.ts';

export class Crashed extends Error {
  override name = 'Crashed';
}

/** The database as a later version of the app would have it: each adds a store, and reads the queue while it does. */
class LaterDb extends UserDb {
  constructor(userId: string, appVersion: number) {
    super(userId);
    const shipped = this.verno;
    for (let later = 2; later <= appVersion; later++) {
      this.version(shipped + later - 1)
        .stores({ [`later${later}`]: '&key' })
        .upgrade(async (tx) => {
          const records = await tx.table('outbox').count();
          await tx.table(`later${later}`).put({ key: 'records', value: records });
        });
    }
  }
}

/** What a tab's writes meet. */
export interface WriteWatch {
  /** Throws when this write must not happen: the tab is gone, or dies at it. */
  assertAlive(): void;
  /** Told of each write that is let through. */
  wrote(table: string, request: DBCoreMutateRequest): void;
}

const unwatched: WriteWatch = { assertAlive: () => undefined, wrote: () => undefined };

/** What a device's browser stores: it survives its tabs, may be full, and is shared by all of them. */
export class Disk {
  isFull = false;
  readonly #name: string;
  #factory = new IDBFactory();

  constructor(name: string) {
    this.#name = name;
  }

  /** A connection of one tab; the caller opens and closes it. */
  connect(userId: string, appVersion: number, watch = unwatched): UserDb {
    Dexie.dependencies.indexedDB = this.#factory;
    const db = new LaterDb(userId, appVersion);
    // Two devices of one person share nothing, but Dexie tells all databases of one name of each other's writes.
    Object.assign(db, { name: this.#nameOf(db.name) });
    db.use({ stack: 'dbcore', name: 'disk', create: (core) => this.#watched(core, watch) });
    return db;
  }

  #nameOf(name: string): string {
    return `${name}@${this.#name}`;
  }

  #watched(core: DBCore, watch: WriteWatch): DBCore {
    return {
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          mutate: (request) => {
            watch.assertAlive();
            if (this.isFull && (request.type === 'add' || request.type === 'put'))
              return Promise.reject(new Dexie.QuotaExceededError());
            watch.wrote(name, request);
            return table.mutate(request);
          },
        };
      },
    };
  }

  /** From now on everything lies here as the first version of the app would have stored it. Nothing may be connected. */
  async storeAsFirstVersion(userIds: Iterable<string>): Promise<void> {
    const after = new IDBFactory();
    for (const id of userIds) await asFirstVersion(this.#nameOf(new UserDb(id).name), this.#factory, after);
    this.#factory = after;
  }
}
