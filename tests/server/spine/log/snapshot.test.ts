import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { snapshotRoomBytes } from '../../../../server/chat/store/room-snapshot.ts';
import { snapshotEndedBytes } from '../../../../server/order/store/order-snapshot.ts';
import { snapshotOf } from '../../../../server/start/snapshot.ts';
import { newId, wish } from '../../../support/users.ts';
import { type SignedIn, provideServer } from '../../../support/servers/server.ts';

const server = await provideServer();

/** Discards drafts of 200 KB, newer ones later. @returns their ids */
async function discardDrafts(who: SignedIn, count: number): Promise<string[]> {
  const orderId = newId();
  await server.bus.executeCommands(who.user.id, [
    wish('order.patch', { orderId, changes: [{ path: 'title', value: 'a name', base: null }] }),
    wish('order.transition', { orderId, event: 'DISCARD', expectStatus: 'draft' }),
  ]);
  const { rows } = await sql<{ id: string }>`insert into orders (id, data)
    select n.id, o.data || jsonb_build_object('id', n.id, 'number', n.id, 'padding', repeat('x', 200000),
      'updatedAt', '2026-01-01T00:00:' || lpad(n.i::text, 2, '0') || '.000Z')
    from orders o, (select gen_random_uuid() as id, i from generate_series(1, ${count}::int) i) n
    where o.id = ${orderId} order by n.i returning id`.execute(server.db);
  return rows.map(({ id }) => id);
}

/** Opens rooms of test results with a message of 900 KB each, newer ones later. @returns their ids */
async function fillRooms(who: SignedIn, count: number): Promise<string[]> {
  const roomId = newId();
  await server.bus.executeCommands(who.user.id, [
    wish('room.open', { roomId, type: 7, resultName: 'a name' }),
    wish('chat.send', { roomId, content: 'Hello', files: [] }),
  ]);
  const { rows } = await sql<{ id: string }>`with made as (
      insert into rooms (id, data)
      select n.id, r.data || jsonb_build_object('id', n.id, 'resultName', n.id,
        'last', r.data -> 'last' || jsonb_build_object('at', '2099-01-01T00:00:' || lpad(n.i::text, 2, '0') || '.000Z'))
      from rooms r, (select gen_random_uuid() as id, i from generate_series(1, ${count}::int) i) n
      where r.id = ${roomId} order by n.i returning id),
    said as (
      insert into messages (id, room_id, sseq, data)
      select gen_random_uuid(), made.id, m.sseq,
        (m.data::jsonb || jsonb_build_object('content', repeat('x', 900000)))::json
      from messages m, made where m.room_id = ${roomId}),
    members as (insert into room_members (room_id, user_id, side) select id, ${who.user.id}::uuid, 'user' from made)
    select id from made`.execute(server.db);
  return rows.map(({ id }) => id);
}

const roomsIn = async (who: SignedIn, streams?: string[]) =>
  (await snapshotOf(server.db, who.user, { streams })).flatMap((line) =>
    'stream' in line && line.stream.startsWith('room:') ? [line.stream.slice('room:'.length)] : [],
  );

const ordersIn = async (who: SignedIn, streams?: string[]) =>
  (await snapshotOf(server.db, who.user, { streams })).flatMap((line) =>
    'stream' in line && line.stream.startsWith('order:') ? [line.stream.slice('order:'.length)] : [],
  );

test('devices of others load only the newest of what a customer discarded, however much it is; the own ones and a named one load all', async () => {
  const [engineer, colleague, expert] = [
    await server.signIn('engineer'),
    await server.signIn('colleague'),
    await server.signIn('expert'),
  ];
  const discarded = await discardDrafts(engineer, 20);
  const kept = Math.floor(snapshotEndedBytes / 202_000);
  for (const other of [colleague, expert]) {
    const loaded = new Set(await ordersIn(other));
    expect(discarded.filter((id) => loaded.has(id))).toEqual(discarded.slice(-kept));
  }
  const own = new Set(await ordersIn(engineer));
  expect(discarded.filter((id) => own.has(id))).toEqual(discarded);
  expect(await ordersIn(expert, [`order:${discarded[0]}`])).toEqual([discarded[0]]);
});

test('devices of staff load what one customer wrote up to a number of bytes, unread and newest rooms first; assigned, named and own ones always', async () => {
  const [engineer, expert] = [await server.signIn('engineer'), await server.signIn('expert')];
  const rooms = await fillRooms(engineer, 10);
  const [unread = '', assigned = '', named = '', ...others] = rooms;
  await sql`update rooms set data = jsonb_set(data, '{unread,support}', '[]') where id <> ${unread}`.execute(server.db);
  await sql`update rooms set data = data || jsonb_build_object('assigneeId', ${expert.user.id}::text)
    where id = ${assigned}`.execute(server.db);
  const loaded = new Set(await roomsIn(expert));
  const kept = Math.floor(snapshotRoomBytes / 901_000) - 1;
  expect(rooms.filter((id) => loaded.has(id))).toEqual([unread, assigned, ...others.slice(-kept)]);
  expect(await roomsIn(expert, [`room:${named}`])).toEqual([named]);
  const own = new Set(await roomsIn(engineer));
  expect(rooms.filter((id) => own.has(id))).toEqual(rooms);
});
