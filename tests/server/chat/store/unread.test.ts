import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { roomTypes } from '#domain/account/room-types.ts';
import { unreadByRoom } from '../../../../server/chat/store/unread.ts';
import { meOf } from '../../../../server/account/store/me.ts';
import { busWorld, say } from '../../../support/database/bus-world.ts';

const world = await busWorld();
afterAll(() => world.close());

test('an unread message counts once for an expert who is also a member of its room, in the menu and at the room', async () => {
  const { db, engineer, expert } = world;
  const roomId = await world.openRoom(engineer, roomTypes.expert);
  await world.one(engineer, say(roomId, 'Which temperature should cells be stored at?'));
  const seen = async () => ({
    rooms: await unreadByRoom(db, expert),
    menu: (await meOf(db, expert.id))?.unread,
  });
  const once = { rooms: [{ roomId, unreadCount: 1 }], menu: { expert: 1, po: 0 } };
  expect(await seen()).toEqual(once);
  await sql`insert into room_members (room_id, user_id, side) values (${roomId}, ${expert.id}, 'support')`.execute(db);
  expect(await seen()).toEqual(once);
});
