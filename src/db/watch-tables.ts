import { Dexie, type Table } from 'dexie';

/** Changes made by any tab: ranges of keys by table and index. Those of another tab come without their methods. */
type ChangedRanges = Record<string, KeyRanges>;

/** A tree of ranges of keys. */
interface KeyRanges {
  to?: unknown;
  l?: KeyRanges | null;
  r?: KeyRanges | null;
}

/** Calls `changed` after every change of these tables by any tab, without reading them. */
export function watchTables(watched: readonly Table[], changed: () => void, signal: AbortSignal): void {
  const tables = watched.map(primaryKeysOf);
  onChanges((changes) => tables.some((table) => table in changes) && changed(), signal);
}

/**
 * Calls `changed` after every change of a table with numbers as keys, by any tab, with the highest key that was added,
 * changed or deleted; with infinity when that is not known.
 */
export function watchKeys(watched: Table, changed: (highest: number) => void, signal: AbortSignal): void {
  const table = primaryKeysOf(watched);
  onChanges((changes) => changes[table] !== undefined && changed(highestIn(changes[table])), signal);
}

function onChanges(heard: (changes: ChangedRanges) => unknown, signal: AbortSignal): void {
  // It returns nothing: after a handler that returns false, Dexie calls no other one, not even its live queries.
  const hears = (changes: Record<string, unknown>): void => {
    heard(changes as ChangedRanges);
  };
  Dexie.on('storagemutated', hears);
  signal.addEventListener('abort', () => Dexie.on.storagemutated.unsubscribe(hears), { once: true });
}

function primaryKeysOf({ db, name }: Table): string {
  return `idb://${db.name}/${name}/`;
}

function highestIn({ to, l, r }: KeyRanges): number {
  const own = to === undefined ? -Infinity : typeof to === 'number' ? to : Infinity;
  return Math.max(own, l ? highestIn(l) : -Infinity, r ? highestIn(r) : -Infinity);
}
