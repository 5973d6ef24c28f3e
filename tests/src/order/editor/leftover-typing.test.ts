import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patchOrder } from '../../../../src/order/calls/order-patch.ts';
import { placeOrder } from '../../../../src/order/calls/order-place.ts';
import { transitionOrder } from '../../../../src/order/calls/order-transition.ts';
import type { CommandContext } from '../../../../src/db/context.ts';
import { draftsBelow } from '../../../../src/db/drafts.ts';
import { orderOf } from '../../../../src/order/views/order-views.ts';
import {
  typingPortsOf,
  writeLeftoverTyping,
  leftoverTypingOf,
  createTypedFields,
} from '../../../../src/order/editor/leftover-typing.ts';
import { stashTexts, stashedOrders } from '../../../../src/order/editor/typed-stash.ts';
import { whileShown } from '../../../../src/order/editor/typing-lock.ts';
import { deviceOf } from '../../../support/src/user.ts';
import { emptyStorage } from '../../../support/src/storage.ts';

/** A page that was closed before the typed text was saved to the order. */

beforeEach(() => void vi.stubGlobal('localStorage', emptyStorage()));
afterEach(() => void vi.unstubAllGlobals());

const orderId = '0198c5a0-0000-7000-8000-000000000001';

function closedEarly() {
  const { db, ctx } = deviceOf();
  const doors = typingPortsOf(ctx, orderId, (error) => expect.unreachable(String(error)));
  const doc = async () => (await orderOf(db, ctx.me, orderId))?.doc;
  return { db, ctx, doors, doc };
}

test('what was typed and never reached the order becomes a change of the order, without the wizard', async () => {
  const { db, ctx, doors, doc } = closedEarly();
  await patchOrder(ctx, { orderId, changes: [{ path: 'title', value: 'Night shift' }] });
  await doors.keep('quantity', { text: '36', base: null });
  await writeLeftoverTyping(ctx, [orderId]);
  expect(await doc()).toEqual({ title: 'Night shift', quantity: 36 });
  expect(await draftsBelow(db, 'order:')).toEqual([]);
});

test('the last keys, which were handed over in local storage, too', async () => {
  const { db, ctx, doc } = closedEarly();
  stashTexts(db, orderId, { quantity: { text: '36', base: null } });
  await writeLeftoverTyping(ctx, stashedOrders(db));
  expect(await doc()).toEqual({ quantity: 36 });
  expect(stashedOrders(db)).toEqual([]);
  expect(await draftsBelow(db, 'order:')).toEqual([]);
});

test('a damaged value in local storage counts as nothing typed', async () => {
  const { db, ctx, doc } = closedEarly();
  stashTexts(db, orderId, { quantity: { text: '36', base: null } });
  const [key = ''] = Object.keys(localStorage);
  localStorage.setItem(key, '{"quantity": {"te');
  await writeLeftoverTyping(ctx, stashedOrders(db));
  expect(await doc()).toBeUndefined();
  expect(stashedOrders(db)).toEqual([]);
});

test('it builds on the version that was on the screen, so that no other change is overwritten unseen', async () => {
  const { db, ctx, doors } = closedEarly();
  const order = {
    id: orderId,
    ownerId: ctx.me.id,
    status: 'draft',
    doc: { quantity: 12 },
    vers: { quantity: 'theirs' },
  };
  await db.orders.put(order as never);
  await doors.keep('quantity', { text: '36', base: 'seen' });
  await writeLeftoverTyping(ctx, [orderId]);
  const [entry] = (await db.outbox.toArray()).flatMap(({ entries }) => entries);
  expect(entry?.args).toEqual({ orderId, changes: [{ path: 'quantity', value: 36, base: 'seen' }] });
});

test('what cannot be read stays typed until the wizard shows it', async () => {
  const { db, ctx, doors, doc } = closedEarly();
  await doors.keep('quantity', { text: '3..6', base: null });
  await writeLeftoverTyping(ctx, [orderId]);
  expect(await doc()).toBeUndefined();
  expect(await leftoverTypingOf(db, orderId)).toEqual({ quantity: { text: '3..6', base: null } });
});

test('what another page still shows is left to that page', async () => {
  const { db, ctx, doors, doc } = closedEarly();
  await doors.keep('quantity', { text: '3', base: null });
  await whileShown(db, orderId, () => writeLeftoverTyping(ctx, [orderId]));
  expect(await doc()).toBeUndefined();
  expect(await leftoverTypingOf(db, orderId)).toEqual({ quantity: { text: '3', base: null } });
});

test('an order that has been placed since is not changed', async () => {
  const { db, ctx, doors } = closedEarly();
  await db.orders.put({ id: orderId, ownerId: ctx.me.id, status: 'submitted', doc: {}, vers: {} } as never);
  await doors.keep('quantity', { text: '36', base: null });
  await writeLeftoverTyping(ctx, [orderId]);
  expect(await db.outbox.count()).toBe(0);
});

test('an order that waits to be placed or discarded is not changed behind that', async () => {
  for (const end of [
    (ctx: CommandContext) => placeOrder(ctx, { orderId }),
    (ctx: CommandContext) => transitionOrder(ctx, { orderId, event: 'DISCARD' }),
  ]) {
    const { db, ctx, doors } = closedEarly();
    await patchOrder(ctx, { orderId, changes: [{ path: 'title', value: 'Night shift' }] });
    await end(ctx);
    const before = await db.outbox.count();
    await doors.keep('quantity', { text: '36', base: null });
    await writeLeftoverTyping(ctx, [orderId]);
    expect(await db.outbox.count()).toBe(before);
    expect(await leftoverTypingOf(db, orderId)).toEqual({ quantity: { text: '36', base: null } });
  }
});

test('what another page writes behind the placing stays typed there', async () => {
  const { db, ctx, doc } = closedEarly();
  await patchOrder(ctx, { orderId, changes: [{ path: 'quantity', value: 24 }] });
  const failed = vi.fn<(error: unknown) => void>();
  const order = (await orderOf(db, ctx.me, orderId)) ?? null;
  const { fields } = createTypedFields(ctx, orderId, order, {}, failed);
  await placeOrder(ctx, { orderId });
  fields.type('quantity', '99');
  await fields.settle();
  expect(failed.mock.calls).toMatchObject([[{ code: 'ILLEGAL_TRANSITION' }]]);
  expect(await doc()).toEqual({ quantity: 24 });
  expect(await leftoverTypingOf(db, orderId)).toMatchObject({ quantity: { text: '99' } });
});
