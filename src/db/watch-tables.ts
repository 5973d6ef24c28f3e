import { Dexie, type Table } from 'dexie';

/** Calls `changed` after every change of these tables by any tab, without reading them. */
export function watchTables(watched: Table[], changed: () => void, signal: AbortSignal): void {
  const tables = watched.map((table) => `idb://${table.db.name}/${table.name}/`);
  const heard = (parts: Record<string, unknown>): void => {
    if (tables.some((table) => table in parts)) changed();
  };
  Dexie.on('storagemutated', heard);
  signal.addEventListener('abort', () => Dexie.on.storagemutated.unsubscribe(heard), { once: true });
}
