import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Room } from '#domain/chat/chat.ts';
import type { Event } from '#domain/spine/events.ts';
import { foldOrder } from '#domain/spine/fold-order.ts';
import { foldRoom } from '#domain/spine/fold-room.ts';
import type { Order } from '#domain/order/data/order.ts';
import { canonicalJson } from '#domain/ground/json.ts';
import { demoId, demoPassword, demoUsers } from '../../server/demo/users.ts';
import { at, startServer } from '../support/servers/server.ts';

test('the demo data matches its own log, and every demo user can sign in', async () => {
  const server = await startServer({ demo: true });
  try {
    const { rows: log } =
      await sql<Event>`select stream, sseq, type, v, data, cmd_id as "cmdId" from events order by stream, sseq`.execute(
        server.db,
      );
    const { rows: rooms } = await sql<{ data: Room }>`select data from rooms`.execute(server.db);
    for (const { data } of rooms) {
      const folded = log
        .filter(({ stream }) => stream === `room:${data.id}`)
        .reduce<Room | undefined>(foldRoom, undefined);
      expect(canonicalJson(folded)).toBe(canonicalJson(data));
    }
    const { rows: orders } = await sql<{ data: Order }>`select data from orders`.execute(server.db);
    for (const { data } of orders) {
      const folded = log
        .filter(({ stream }) => stream === `order:${data.id}`)
        .reduce<Order | undefined>(foldOrder, undefined);
      expect(canonicalJson(folded)).toBe(canonicalJson(data));
    }
    const { rows: mismatches } = await sql`
      select m.id from messages m join events e on e.stream = 'room:' || m.room_id and e.sseq = m.sseq
       where e.data -> 'message' ->> 'createdAt' <> m.data ->> 'createdAt'`.execute(server.db);
    expect(mismatches).toEqual([]);
    const { rows: spread } = await sql`
      select room_id, bool_and(at > before) as rises, round(extract(epoch from now() - min(at)) / 86400)::int as days
        from (select room_id, at, lag(at, 1, '-infinity') over (partition by room_id order by sseq) as before
                from (select room_id, sseq, (data ->> 'createdAt')::timestamptz as at from messages) m) m
       group by room_id order by days desc limit 2`.execute(server.db);
    expect(spread).toEqual([
      { room_id: demoId('pilot-room'), rises: true, days: 400 },
      { room_id: demoId('customer-expert'), rises: true, days: 59 },
    ]);

    const { rows: sizes } = await sql<{
      n: number;
    }>`select count(*) as n from messages group by room_id order by n desc limit 1`.execute(server.db);
    expect(sizes[0]?.n).toBe(5000);
    expect(new Set(orders.map(({ data }) => data.status))).toEqual(new Set(['draft', 'reviewing']));
    const { rows: knowledge } = await sql<{
      n: number;
    }>`select count(*) as n from knowledge where status = 'needs_check'`.execute(server.db);
    expect(knowledge[0]?.n).toBeGreaterThan(0);

    for (const { email } of demoUsers) {
      const answer = await server.request(null, 'POST', '/auth/login', { email, password: demoPassword });
      expect([email, answer.status, at(answer.body, 'user.email')]).toEqual([email, 200, email]);
    }
  } finally {
    await server.close();
  }
});
