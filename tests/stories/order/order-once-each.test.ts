import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Order } from '#domain/order/data/order.ts';
import { bySystem, command, commandOf, expectStored, ownCommands } from '../../support/orders/order-tries.ts';
import { storedOrder } from '../../support/orders/reviewing.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { transitionRows } from '../../support/orders/transitions.ts';
import { newId } from '../../support/users.ts';
import { isWhole } from '../../support/whole.ts';
import { writeOrders } from '../../support/orders/written-orders.ts';

/** Each transition of an order happens at most once, however often and by how many calls at once it is tried. */

const server = await provideServer({ env: { QUOTA_FACTOR: '1000' } });
const owner = await server.signIn('engineer');
const expert = await server.signIn('expert');
const admin = await server.signIn('admin');

/** One try of each row, by the first role that may cause it. */
const legal = transitionRows.flatMap(([status, to, event, [role], [service]]) =>
  status === null || role === undefined || service === undefined || ownCommands.has(event)
    ? []
    : [{ status, to, event, role, service }],
);

const twenty = (make: (key: string) => Promise<unknown>, key?: string): Promise<unknown[]> =>
  Promise.all(Array.from({ length: 20 }, () => make(key ?? newId())));

/** What a parallel try was answered: the same for the same effect. */
async function answered(order: Order, each: (typeof legal)[number], key: string): Promise<unknown> {
  if (each.role === 'expert' || each.role === 'admin') {
    const { status, body } = await command(server, each.role === 'expert' ? expert : admin, order, each, key);
    return status === 200 ? { to: at(body, 'status') } : at(body, 'code');
  }
  const pushed = () => server.bus.executeCommands(owner.user.id, [commandOf(order, each, key)]);
  const [result] = each.role === 'customer' ? await pushed() : [(await bySystem(server, order, each, key)).result];
  if (result?.s === 'ok' || result?.s === 'duplicate') return { to: at(result, 'out.status') };
  return result?.s === 'rejected' ? result.code : result?.s;
}

test.each(legal.filter((_, i) => isWhole || i % 6 === 0))(
  '$status, $event: twenty parallel tries have one effect, with one key and with twenty',
  async (each) => {
    const [same, different] = (await writeOrders(server.db, owner.user, [each, each])) as [Order, Order];
    const effect = { to: each.to };
    const key = randomUUID();
    expect(await twenty((one) => answered(same, each, one), key)).toEqual(Array.from({ length: 20 }, () => effect));
    const answers = await twenty((one) => answered(different, each, one));
    expect(answers.filter((answer) => typeof answer !== 'string')).toEqual([effect]);
    expect(new Set(answers.filter((answer) => typeof answer === 'string'))).toEqual(new Set(['STALE']));
    await expectStored(server, [same, different], [each, each]);
    for (const { id, history } of [same, different])
      expect((await storedOrder(server, id)).history.slice(history.length)).toMatchObject([{ event: each.event }]);
  },
);

test('an order that is saved or placed twenty times at once with one key is saved and placed once', async () => {
  const [order] = (await writeOrders(server.db, owner.user, [{ status: 'draft', service: 'both' }])) as [Order];
  const post = (path: string, body: object, key: string) =>
    server.request(owner, 'POST', `/po_system/${path}`, body, { 'idempotency-key': key });
  const { id, sseq: version, doc } = order;
  const saved = await Promise.all(
    Array.from({ length: 20 }, () => post('orders/save', { id, version, data: { ...doc, quantity: 30 } }, id)),
  );
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(saved.map(({ body }) => at(body, 'order.version')))).toEqual(new Set([version + 1]));
  const quote_hash = at((await post('calculate', { order_id: id }, newId())).body, 'quote_hash');
  const key = newId();
  const placed = await Promise.all(
    Array.from({ length: 20 }, () => post('orders/place', { order_id: id, quote_hash }, key)),
  );
  expect(new Set(placed.map(({ status, body }) => `${status} ${String(at(body, 'order.version'))}`))).toEqual(
    new Set([`202 ${version + 2}`]),
  );
});

test('a command of staff that is repeated with its key is in the audit log once, with its order', async () => {
  const each = { status: 'submitted', service: 'both', event: 'START_REVIEW' } as const;
  const [order] = (await writeOrders(server.db, owner.user, [each])) as [Order];
  const key = newId();
  const statuses = await twenty(async (one) => (await command(server, expert, order, each, one)).status, key);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { rows } = await sql`select actor, what from audit_entries
    where what = 'order.commanded' and about = ${order.id}`.execute(server.db);
  expect(rows).toEqual([{ actor: expert.user.id, what: 'order.commanded' }]);
});
