import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { snapshotOf, snapshotEndedBytes } from '../../../../server/spine/log/snapshot.ts';
import { newId, wish } from '../../../support/users.ts';
import { type SignedIn, provideServer } from '../../../support/server.ts';

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

const ordersIn = async (who: SignedIn, streams?: string[]) =>
  (await snapshotOf(server.db, who.user, streams)).flatMap((line) =>
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
