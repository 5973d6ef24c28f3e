import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { BlobRow, OutboxRecord, UserDb } from '../../../src/db/schema.ts';

/** The IndexedDB of a user on a device, in a form that later builds can load. */
export interface RecordedStore {
  name: string;
  version: number;
  /** The declared keys of each table. */
  tables: Record<string, string>;
  /** Bytes of files are base64. */
  rows: Record<string, object[]>;
}

export async function recordStore(db: UserDb): Promise<RecordedStore> {
  const tables: RecordedStore['tables'] = {};
  const rows: RecordedStore['rows'] = {};
  for (const table of db.tables) {
    const { primKey, indexes } = table.schema;
    tables[table.name] = [primKey, ...indexes].map(({ src }) => src).join(',');
    rows[table.name] = await table.toArray();
  }
  rows['blobs'] = await Promise.all(
    (rows['blobs'] as BlobRow[]).map(async (row) => ({ ...row, bytes: await base64Of(row.bytes) })),
  );
  return { name: db.name, version: db.verno, tables, rows };
}

/**
 * Makes a device's disk as it was. What waits there was written just now: nothing is sent after 60 days without a
 * question to its user.
 */
export async function diskOf({ name, version, tables, rows }: RecordedStore): Promise<IDBFactory> {
  const disk = new IDBFactory();
  const db = new Dexie(name, { indexedDB: disk, IDBKeyRange });
  db.version(version).stores(tables);
  for (const [table, all] of Object.entries(rows)) await db.table(table).bulkAdd(all.map(asStored));
  db.close();
  return disk;
}

export const bytesOf = (row: object): Buffer => Buffer.from((row as { bytes: string }).bytes, 'base64');

async function base64Of(bytes: Blob): Promise<string> {
  return Buffer.from(await bytes.arrayBuffer()).toString('base64');
}

function asStored(row: object): object {
  if ('bytes' in row) return { ...row, bytes: new Blob([Uint8Array.from(bytesOf(row))]) };
  if (!('entries' in row)) return row;
  const entries = (row as OutboxRecord).entries.map((entry) => {
    return { ...entry, createdAt: Date.now(), ...(entry.heardAt === undefined ? {} : { heardAt: Date.now() }) };
  });
  return { ...row, entries };
}
