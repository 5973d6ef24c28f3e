import { type Cursor, laterPosition } from '#domain/protocol/sync.ts';
import type { Db } from '../system/database.ts';

const places = new WeakMap<Db, Cursor>();

/** The furthest place of the present history that this process has handed out, or took over from the run before it. */
export function handedOut(db: Db): Cursor | undefined {
  return places.get(db);
}

/** Notes a place of the log that goes to a device. Never one that a device has named. */
export function noteHandedOut(db: Db, place: Cursor): void {
  places.set(db, laterPosition(places.get(db), place));
}
