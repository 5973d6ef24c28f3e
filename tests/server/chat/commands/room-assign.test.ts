import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { busWorld } from '../../../support/database/bus-world.ts';
import { somebody, wish } from '../../../support/users.ts';

/** Which member of staff answers in a room. */

const { close, countEvents, db, engineer, expert, one, openRoom, room } = await busWorld();
afterAll(close);
const colleague = await somebody(db, 'admin');
const { rows } = await sql<{ name: string }>`select display_name as name from users where id = ${expert.id}`.execute(
  db,
);
const nameOfExpert = rows[0]?.name;

const assign = (roomId: string, assigneeId: string | null, expectAssigneeId: string | null) =>
  wish('room.assign', { roomId, assigneeId, expectAssigneeId });

test('an expert takes a room once, however often it is asked for, and hands it back', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'Batch 1' });
  const before = await countEvents(`room:${roomId}`);
  expect(await one(expert, assign(roomId, expert.id, null))).toMatchObject({ s: 'ok', out: { assigneeId: expert.id } });
  expect(await one(expert, assign(roomId, expert.id, null))).toMatchObject({ s: 'ok' });
  expect(await room(roomId)).toMatchObject({ assigneeId: expert.id, assigned: { name: nameOfExpert } });
  expect(await countEvents(`room:${roomId}`)).toBe(before + 1);
  await one(expert, assign(roomId, null, expert.id));
  expect(await room(roomId)).toMatchObject({ assigneeId: null, assigned: { name: null } });
});

test('nobody takes a room for a colleague, their own as a customer, or one with the assistant; customers take none', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'Batch 3' });
  const own = await openRoom(expert, 7, { resultName: 'Batch 4' });
  const withAssistant = await openRoom(expert, 1);
  for (const [user, command] of [
    [expert, assign(roomId, colleague.id, null)],
    [expert, assign(own, expert.id, null)],
    [expert, assign(withAssistant, expert.id, null)],
    [engineer, assign(roomId, engineer.id, null)],
  ] as const)
    expect(await one(user, command)).toMatchObject({ s: 'rejected', code: 'FORBIDDEN' });
});
