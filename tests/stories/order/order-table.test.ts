import { expect, test } from 'vitest';
import { allowedEvents, type OrderRole } from '#domain/order/life/status.ts';
import type { Order } from '#domain/order/data/order.ts';
import {
  bySystem,
  command,
  commandOf,
  expectStored,
  type Outcome,
  outcomeFor,
  outcomeOf,
  sorted,
  tries,
  type Try,
} from '../../support/orders/order-tries.ts';
import { patience } from '../../support/patience.ts';
import { staffEvent } from '../../support/orders/reviewing.ts';
import { at, type SignedIn, provideServer } from '../../support/servers/server.ts';
import { allowedTo, allStatuses, type Situation, transitionRows } from '../../support/orders/transitions.ts';
import { newId } from '../../support/users.ts';
import { isWhole } from '../../support/whole.ts';
import { writeOrders } from '../../support/orders/written-orders.ts';

/**
 * All transitions of an order and all that are none, tried by everybody through both doors. `npm test` tries a sample of
 * what is refused, `npm run test:all` everything.
 */

const server = await provideServer({ env: { QUOTA_FACTOR: '1000' } });
const owner = await server.signIn('engineer');
const colleague = await server.signIn('colleague');
const stranger = await server.signIn('customer');
const expert = await server.signIn('expert');
const admin = await server.signIn('admin');

/** What `npm test` tries: all that succeeds, and every seventh of what is refused. */
const sampled = (who: OrderRole) => tries.filter((each, i) => isWhole || i % 7 === 0 || 'to' in outcomeFor(who, each));

/** HTTP status of a call of staff, and the events that its reply names. */
function replyTo(role: OrderRole, each: Try): { status: number; next: string[] } {
  const outcome = outcomeFor(role, each);
  if ('code' in outcome) return { status: outcome.code === 'FORBIDDEN' ? 403 : 409, next: outcome.allowed };
  return { status: 200, next: allowedTo(role, { ...each, status: outcome.to as Order['status'] }) };
}

/** Stands for any refusal, which leaves the order as it is. */
const refusedSomehow: Outcome = { code: '', allowed: [] };

/** Tries as messages of a failure name them. */
const named = (each: Try, outcome: Outcome | undefined) => ({ ...each, ...outcome });

test.each<[OrderRole, () => SignedIn]>([
  ['customer', () => owner],
  ['expert', () => expert],
  ['admin', () => admin],
])(
  'what a device of the %s pushes does what the table says, and nothing else',
  { timeout: patience.histories },
  async (role, who) => {
    const chosen = sampled(role);
    const written = await writeOrders(server.db, owner.user, chosen);
    const outcomes: Outcome[] = [];
    for (let from = 0; from < chosen.length; from += 200) {
      const commands = chosen
        .slice(from, from + 200)
        .map((each, i) => commandOf(written[from + i] as Order, { ...each, role }));
      outcomes.push(...(await server.bus.executeCommands(who().user.id, commands)).map(outcomeOf));
    }
    expect(chosen.map((each, i) => named(each, outcomes[i]))).toEqual(
      chosen.map((each) => named(each, outcomeFor(role, each))),
    );
    await expectStored(server, written, outcomes);
  },
);

test(
  'what the server does by itself is what the table says, and nothing else',
  { timeout: patience.histories },
  async () => {
    const chosen = sampled('system');
    const written = await writeOrders(server.db, owner.user, chosen);
    const outcomes: Outcome[] = [];
    for (const [i, each] of chosen.entries()) {
      const { result } = await bySystem(server, written[i] as Order, each);
      outcomes.push(outcomeOf(result));
    }
    expect(chosen.map((each, i) => named(each, outcomes[i]))).toEqual(
      chosen.map((each) => named(each, outcomeFor('system', each))),
    );
    await expectStored(server, written, outcomes);
  },
);

test.each<[OrderRole, () => SignedIn]>([
  ['expert', () => expert],
  ['admin', () => admin],
])(
  'the call of an %s does what the table says, and its reply names what may be done next',
  { timeout: patience.histories },
  async (role, who) => {
    const chosen = sampled(role);
    const written = await writeOrders(server.db, owner.user, chosen);
    const outcomes: Outcome[] = [];
    const replies: unknown[] = [];
    for (const [i, each] of chosen.entries()) {
      const { status, body } = await command(server, who(), written[i] as Order, each);
      const to = at(body, 'status') as Order['status'];
      const next = sorted(at(body, status === 200 ? 'allowed_commands' : 'details.allowed'));
      outcomes.push(status === 200 ? { to } : { code: String(at(body, 'code')), allowed: next });
      replies.push({ ...each, status, next });
    }
    expect(replies).toEqual(chosen.map((each) => ({ ...each, ...replyTo(role, each) })));
    expect(chosen.map((each, i) => named(each, outcomes[i]))).toEqual(
      chosen.map((each) => named(each, outcomeFor(role, each))),
    );
    await expectStored(server, written, outcomes);
  },
);

test('guests, other customers, colleagues and the owner cause nothing through the door of staff', async () => {
  const situations = transitionRows.flatMap(([status, , event, , [service]]) =>
    status === null || service === undefined ? [] : [{ status, service, event }],
  );
  const written = await writeOrders(server.db, owner.user, situations);
  for (const [who, refused] of [
    [null, 401],
    [stranger, 403],
    [colleague, 403],
    [owner, 403],
  ] as const) {
    for (const [i, each] of situations.entries())
      expect([each, (await command(server, who, written[i] as Order, each)).status]).toEqual([each, refused]);
  }
  await expectStored(
    server,
    written,
    situations.map(() => refusedSomehow),
  );
});

test('devices of other customers find no order, and those of colleagues may not move it', async () => {
  const chosen = sampled('customer');
  const written = await writeOrders(server.db, owner.user, chosen);
  for (const [who, code] of [
    [stranger, 'NOT_FOUND'],
    [colleague, 'FORBIDDEN'],
  ] as const) {
    const commands = chosen.map((each, i) => commandOf(written[i] as Order, each));
    const results = await server.bus.executeCommands(who.user.id, commands);
    expect(new Set(results.map((result) => (result.s === 'rejected' ? result.code : result.s)))).toEqual(
      new Set([code]),
    );
  }
  const push = { protocol: 1, clientId: newId(), actor: owner.user.id, commands: [] };
  expect((await server.request(null, 'POST', '/sync/push', push)).status).toBe(401);
  await expectStored(
    server,
    written,
    chosen.map(() => refusedSomehow),
  );
});

test('a member of staff who owns an order is its customer, and does not review it', async () => {
  const situations: Situation[] = allStatuses.map((status) => ({ status, service: 'both' }));
  const written = await writeOrders(server.db, expert.user, situations);
  for (const order of written) {
    const { body } = await server.request(expert, 'GET', `/po_system/orders/${order.id}/load`);
    expect(at(body, 'allowed_commands')).toEqual(allowedEvents(order.status, 'customer', order.doc));
  }
  const submitted = written.find(({ status }) => status === 'submitted') as Order;
  const started = await staffEvent(server, expert, [submitted.id, 'START_REVIEW', 'submitted']);
  expect([started.status, at(started.body, 'code')]).toEqual([403, 'FORBIDDEN']);
});

test('saving, placing and deleting are possible in a draft only, and for its owner only', async () => {
  const situations: Situation[] = allStatuses.map((status) => ({ status, service: 'both' }));
  for (const [who, other] of [
    [owner, undefined],
    [colleague, 403],
    [expert, 403],
    [admin, 403],
    [stranger, 403],
    [null, 401],
  ] as const) {
    const [saved, placed, deleted] = [
      await writeOrders(server.db, owner.user, situations),
      await writeOrders(server.db, owner.user, situations),
      await writeOrders(server.db, owner.user, situations),
    ];
    for (const [i, { status }] of situations.entries()) {
      const [toSave, toPlace, toDelete] = [saved[i], placed[i], deleted[i]] as [Order, Order, Order];
      const post = (path: string, body: object) => server.request(who, 'POST', `/po_system/orders/${path}`, body);
      const { id, sseq: version, doc } = toSave;
      const replies = [
        await post('save', { id, version, data: { ...doc, quantity: 7 } }),
        await post('place', { order_id: toPlace.id, quote_hash: await priceOf(toPlace) }),
        await post('delete', { order_id: toDelete.id }),
      ];
      const expected = status === 'draft' ? [201, 202, 204] : [409, 409, 409];
      expect([status, replies.map((reply) => reply.status)]).toEqual([
        status,
        other === undefined ? expected : expected.map(() => other),
      ]);
    }
  }
});

/** Returns the hash of the price of a draft; of other orders any, because they are refused before it is read. */
async function priceOf({ id, status }: Order): Promise<string> {
  if (status !== 'draft') return '0'.repeat(64);
  return String(at((await server.request(owner, 'POST', '/po_system/calculate', { order_id: id })).body, 'quote_hash'));
}
