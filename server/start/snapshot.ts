import type { SnapshotLine } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { meSnapshot } from '../account/store/me.ts';
import { catalogSnapshot } from '../assistant/store/catalog-snapshot.ts';
import { roomSnapshot } from '../chat/store/room-snapshot.ts';
import type { Db } from '../database/db.ts';
import { orderSnapshot } from '../order/store/order-snapshot.ts';
import { readSnapshot, type SnapshotAsked } from '../spine/log/snapshot.ts';

/** Reads everything that a user can see, or only the named streams, as of one position of the log. */
export async function snapshotOf(db: Db, user: User, asked: SnapshotAsked = {}): Promise<SnapshotLine[]> {
  return await readSnapshot(db, user, asked, [meSnapshot, catalogSnapshot, roomSnapshot, orderSnapshot]);
}
