import { changeRow } from './draft-row.ts';
import { draftKeyOf } from './drafts.ts';
import { keepAlias } from './meta.ts';
import type { UserDb } from './schema.ts';
import { joinContents, type BoxContent } from './box-content.ts';

/**
 * Records that a room opened here existed already under another id. The text in its box goes along, after the
 * text in the box of that room. Call inside a transaction over meta and drafts.
 */
export async function mergeRooms(db: UserDb, roomId: string, canonicalRoomId: string): Promise<void> {
  await keepAlias(db, roomId, canonicalRoomId);
  let left: BoxContent | undefined;
  await changeRow<BoxContent>(db, {
    key: draftKeyOf(roomId),
    change: (row) => {
      left = row;
      return undefined;
    },
  });
  if (left === undefined) return;
  const moved = left;
  await changeRow<BoxContent>(db, {
    key: draftKeyOf(canonicalRoomId),
    change: (row) => (row === undefined ? moved : joinContents(row, moved)),
  });
}
