import { changeRow } from './draft-row.ts';
import { draftKeyOf } from './drafts.ts';
import { keepAlias } from './meta.ts';
import type { UserDb } from './schema.ts';
import { joined, type Written } from './written.ts';

/**
 * Records that a room opened here existed already under another id. The text in its box goes along, after the
 * text in the box of that room. Call inside a transaction over meta and drafts.
 */
export async function mergeRooms(db: UserDb, roomId: string, canonicalRoomId: string): Promise<void> {
  await keepAlias(db, roomId, canonicalRoomId);
  let left: Written | undefined;
  await changeRow<Written>(db, {
    key: draftKeyOf(roomId),
    change: (row) => {
      left = row;
      return undefined;
    },
  });
  if (left === undefined) return;
  const moved = left;
  await changeRow<Written>(db, {
    key: draftKeyOf(canonicalRoomId),
    change: (row) => (row === undefined ? moved : joined(row, moved)),
  });
}
