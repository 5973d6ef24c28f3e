import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** Run before every file of units and stories, and by the simulation: what is opened in this process is on an empty disk. */
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
