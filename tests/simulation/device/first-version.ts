import { Dexie } from 'dexie';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import { laterPosition } from '#domain/spine/wire/sync.ts';
import { asPage } from '../../../src/db/message-records.ts';
import type { AcceptedRow, MessagePageRow, OutboxRecord, ProgressRow } from '../../../src/db/schema.ts';
import { numberEntries } from '../../../src/db/pending.ts';
import { tablesOfVersion1 } from '../../support/recorded/version-1.ts';

/**
 * Copies a device's database into the format of the first released version, which stored receipts in the progress
 * table.
 */
export async function asFirstVersion(name: string, from: IDBFactory, into: IDBFactory): Promise<void> {
  Dexie.dependencies.indexedDB = from;
  const now = await new Dexie(name).open();
  Dexie.dependencies.indexedDB = into;
  const first = new Dexie(name);
  first.version(1).stores(tablesOfVersion1);
  await first.open();
  const rowsOf = async (table: string) =>
    now.tables.some((known) => known.name === table) ? ((await now.table(table).toArray()) as object[]) : [];
  for (const table of Object.keys(tablesOfVersion1)) {
    const rows = table === 'progress' ? [] : (await rowsOf(table)).map(withoutText);
    if (rows.length > 0) await first.table(table).bulkAdd(rows);
  }
  const [records, progress, acks] = [await rowsOf('outbox'), await rowsOf('progress'), await rowsOf('acks')];
  const rows = progressOf(records as OutboxRecord[], progress as ProgressRow[], acks as AcceptedRow[]);
  if (rows.length > 0) await first.table('progress').bulkAdd(rows);
  // Numbers of deleted records are never used again.
  if (now.tables.some((known) => known.name === 'outbox')) {
    const next = (await now.table('outbox').add({ entries: [] })) as number;
    await first.table('outbox').add({ b: next, entries: [] });
    await first.table('outbox').delete(next);
  }
  now.close();
  first.close();
}

/** Message pages contained objects; everything else is unchanged. */
function withoutText(row: object): object {
  return 'text' in row ? asPage(row as MessagePageRow) : row;
}

type FirstProgress = ProgressRow & { accepted: number[]; acceptedPos?: Cursor };

function progressOf(records: OutboxRecord[], progress: ProgressRow[], acks: AcceptedRow[]): FirstProgress[] {
  const rows = new Map<number, FirstProgress>(progress.map((row) => [row.b, { ...row, accepted: [] }]));
  for (const record of records) {
    const mine = new Set(numberEntries(record).map(({ n }) => n));
    for (const { ns, pos } of acks) {
      const accepted = ns.filter((n) => mine.has(n));
      const row = rows.get(record.b);
      if (accepted.length === 0 || row === undefined) continue;
      row.accepted.push(...accepted);
      row.acceptedPos = laterPosition(row.acceptedPos, pos);
    }
  }
  return [...rows.values()];
}
