import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** Runs before every unit and story file, and in the simulation: databases opened in this process start empty. */
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
