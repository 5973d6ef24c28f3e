import { type Cursor, laterPosition } from '#domain/spine/wire/sync.ts';
import type { Db } from '../../database/db.ts';

const positions = new WeakMap<Db, Cursor>();

/**
 * Returns the furthest position of the current epoch that this process has handed out, or took over from its
 * predecessor.
 */
export function handedOut(db: Db): Cursor | undefined {
  return positions.get(db);
}

/** Notes a position that is sent to a device. Never call it with a position that a device has sent. */
export function noteHandedOut(db: Db, position: Cursor): void {
  positions.set(db, laterPosition(positions.get(db), position));
}
