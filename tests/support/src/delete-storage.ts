import { Dexie } from 'dexie';
import type { UserDb } from '../../../src/db/schema.ts';

interface Connection {
  close(): void;
  onclose: (() => void) | null;
  _rawDatabase: { transactions: { _state: string; abort(): void }[] };
}

/**
 * Deletes a database under its open connections, as a browser does when it evicts the site's storage: transactions are
 * aborted, and each connection gets a `close` event.
 */
export function deleteStorageUnder(
  connections: readonly UserDb[],
  factory = Dexie.dependencies.indexedDB as unknown,
): void {
  /* oxlint-disable no-underscore-dangle -- fake-indexeddb has no other way to close a connection from outside. */
  const open = connections.flatMap((db) => (db as unknown as { idbdb: Connection | null }).idbdb ?? []);
  for (const { _rawDatabase } of open)
    for (const transaction of _rawDatabase.transactions) if (transaction._state !== 'finished') transaction.abort();
  for (const connection of open) connection.close();
  for (const { name } of connections) (factory as { _databases: Map<string, unknown> })._databases.delete(name);
  for (const connection of open) connection.onclose?.();
}
