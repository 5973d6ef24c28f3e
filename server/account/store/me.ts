import { sql } from 'kysely';
import { flagsOf, permissionsOf } from '#domain/account/permissions.ts';
import { roomTypes, staffedTypes } from '#domain/account/room-types.ts';
import type { Me, User } from '#domain/account/users.ts';
import { unreadRooms } from '../../chat/store/unread.ts';
import { type Db, firstRow, type Tx } from '../../database/db.ts';
import { asWire } from '../../database/moments.ts';
import { type Actor, actorJson } from '../../session/users.ts';
import { isAsked, type SnapshotReader } from '../../spine/log/snapshot.ts';

/** Returns the user's own profile with unread counts; undefined for an unknown user. */
export async function meOf(db: Db | Tx, userId: string): Promise<Me | undefined> {
  const row = await firstRow<OwnRow>(db)`
    select ${actorJson} as actor, u.email, u.display_name, u.username, u.phone,
           ${asWire('u.deletion_due_at')} as deletion_due_at from users u where u.id = ${userId}`;
  if (row === undefined) return undefined;
  const { actor, deletion_due_at, ...own } = row;
  const { name: _, companyName, ...user } = actor;
  return {
    ...user,
    ...own,
    company: user.company_id === null ? null : { id: user.company_id, name: companyName ?? '' },
    flags: flagsOf(user),
    permissions: permissionsOf(user),
    unread: await unreadOf(db, user),
    deletion_due_at,
  };
}

type OwnRow = Pick<Me, 'email' | 'display_name' | 'username' | 'phone'> & {
  deletion_due_at: string | null;
  actor: Actor;
};

/** Returns the unread counts: of expert rooms, and of Navigator rooms. Staff count the support side. */
async function unreadOf(db: Db | Tx, user: User): Promise<Me['unread']> {
  const row = await firstRow<{ expert: number; po: number }>(db)`
    select coalesce(sum(n) filter (where type = ${sql.lit(roomTypes.expert)}), 0)::int as expert,
           coalesce(sum(n) filter (where type <> ${sql.lit(roomTypes.expert)}), 0)::int as po
    from (${unreadRooms(user, staffedTypes)}) unread`;
  return row ?? { expert: 0, po: 0 };
}

/** Reads the user themselves, for a snapshot. */
export const meSnapshot: SnapshotReader = async (tx, { id }, asked) => {
  const stream = `user:${id}`;
  return isAsked(asked, stream) ? [{ stream, rows: { me: await meOf(tx, id) } }] : [];
};
