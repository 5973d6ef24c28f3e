import { Dexie, type DBCore, type DBCoreMutateRequest } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { UserDb } from '../../../src/db/schema.ts';
import { deleteStorageUnder } from '../../support/src/delete-storage.ts';
import { asFirstVersion } from './first-version.ts';

export class Crashed extends Error {
  override name = 'Crashed';
}

/** The database of a later app version: each version adds a table, and reads the outbox in its upgrade. */
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

/** Hooks for a tab's writes. */
export interface WriteWatch {
  /** Throws when this write must not happen: the tab is closed, or crashes at it. */
  assertAlive(): void;
  /** Called for each permitted write. */
  wrote(table: string, request: DBCoreMutateRequest): void;
}

const unwatched: WriteWatch = { assertAlive: () => undefined, wrote: () => undefined };

/** A device's browser storage: it survives its tabs, may be full, and is shared by all of them. */
export class Disk {
  isFull = false;
  readonly #name: string;
  #factory = new IDBFactory();

  constructor(name: string) {
    this.#name = name;
  }

  /** Creates a connection for one tab, which the caller opens and closes. */
  connect(userId: string, appVersion: number, watch = unwatched): UserDb {
    Dexie.dependencies.indexedDB = this.#factory;
    const db = new LaterDb(userId, appVersion);
    // Two devices of one user share nothing, but Dexie propagates writes between all databases with the same name.
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

  /** Deletes the database that these connections have open, as a browser does that needs the space. */
  deleteUnder(connections: readonly UserDb[]): void {
    this.isFull = false;
    deleteStorageUnder(connections, this.#factory);
  }

  /** Converts all data to the format of the first released version. No connection may be open. */
  async storeAsFirstVersion(userIds: Iterable<string>): Promise<void> {
    const after = new IDBFactory();
    for (const id of userIds) await asFirstVersion(this.#nameOf(new UserDb(id).name), this.#factory, after);
    this.#factory = after;
  }
}
