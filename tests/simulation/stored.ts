import type { Table } from 'dexie';
import type { Message } from '#domain/chat/chat.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import { asPage } from '../../src/db/message-records.ts';
import { numberEntries } from '../../src/db/pending.ts';
import type { MessagePageRow, OutboxEntry, UserDb } from '../../src/db/schema.ts';

/**
 * What a device has stored, for the checks. It is read past the app, whose transactions would cost most of a check, and
 * whose caches must not be filled by one. Call these only while the storage is calm, when nothing is uncommitted.
 */

/** Returns the rows by key. They are not copies, and never change: a changed row is another object. */
export function storedIn<T>({ db, name }: Table<T>): readonly T[] {
  // oxlint-disable-next-line no-underscore-dangle -- fake-indexeddb shows its rows only there.
  const stores = (db as unknown as { idbdb: Connection }).idbdb._rawDatabase.rawObjectStores;
  return Array.from(stores.get(name)?.records.values() ?? [], ({ value }) => value as T);
}

interface Connection {
  _rawDatabase: { rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }> };
}

export function cursorIn(db: UserDb): Cursor | undefined {
  return storedIn(db.meta).find(({ key }) => key === 'cursor')?.value as Cursor | undefined;
}

/** Returns the commands that are left in the outbox. */
export function commandsIn(db: UserDb): OutboxEntry[] {
  const gone = new Map(storedIn(db.progress).map((row) => [row.b, row.gone]));
  return storedIn(db.outbox).flatMap((record) =>
    numberEntries(record).filter(({ n }) => gone.get(record.b)?.includes(n) !== true),
  );
}

const messages = new WeakMap<MessagePageRow, readonly Message[]>();

/** Returns the messages of a page. A page is parsed once. */
export function messagesIn(page: MessagePageRow): readonly Message[] {
  const known = messages.get(page) ?? asPage(page).rows;
  messages.set(page, known);
  return known;
}
