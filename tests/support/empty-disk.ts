import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** Run before every file of units and stories: what it opens in this process is on an empty disk of its own. */
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
