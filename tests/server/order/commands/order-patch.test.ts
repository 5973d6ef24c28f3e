import { afterAll, expect, test } from 'vitest';
import { busWorld, change, patch } from '../../../support/database/bus-world.ts';
import { newId, somebody } from '../../../support/users.ts';

const { close, db, engineer, expert, one, order, send } = await busWorld();
afterAll(close);

test('the first change creates an order with a number', async () => {
  const orderId = newId();
  expect(await one(engineer, patch(orderId, change('quantity', 5, null)))).toMatchObject({ s: 'ok' });
  expect(await order(orderId)).toMatchObject({ status: 'draft', doc: { quantity: 5 }, ownerId: engineer.id });
  expect((await order(orderId)).number).toMatch(/^PO-\d{4}-\d{6}$/);
});

test('changes to different fields merge, changes to one field show both values, and a base may be in the same frame', async () => {
  const orderId = newId();
  const first = patch(orderId, change('quantity', 5, null));
  const second = patch(orderId, change('quantity', 6, first.cmdId));
  await send(engineer, first, second);
  const elsewhere = await one(
    engineer,
    patch(orderId, change('quantity', 9, first.cmdId), change('format', '21700', null)),
  );
  expect(elsewhere).toMatchObject({ s: 'ok', out: { conflicts: ['quantity'] } });
  expect(await order(orderId)).toMatchObject({
    doc: { quantity: 6, format: '21700' },
    conflicts: [{ path: 'quantity', mine: 9, theirs: 6 }],
  });
  await one(engineer, patch(orderId, change('quantity', 9, second.cmdId)));
  expect(await order(orderId)).toMatchObject({ doc: { quantity: 9 }, conflicts: [] });
});

test('only its owner may change an order, and users without the pass cannot tell whether it exists', async () => {
  const orderId = newId();
  await one(engineer, patch(orderId, change('quantity', 5, null)));
  const colleague = await somebody(db, 'colleague');
  const customer = await somebody(db, 'customer');
  const newChange = () => patch(orderId, change('quantity', 7, null));
  expect(await one(colleague, newChange())).toMatchObject({ code: 'FORBIDDEN' });
  expect(await one(expert, newChange())).toMatchObject({ code: 'FORBIDDEN' });
  // Without the pass no order is looked up, so every id gets the same reply.
  expect(await one(customer, newChange())).toMatchObject({ code: 'FORBIDDEN' });
  expect(await one(customer, patch(newId(), change('quantity', 7, null)))).toMatchObject({ code: 'FORBIDDEN' });
  expect((await order(orderId)).doc).toEqual({ quantity: 5 });
});
