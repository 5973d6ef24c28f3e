import { afterAll, expect, test } from 'vitest';
import { busWorld, change, patch } from '../../../support/bus-world.ts';
import { newId, somebody } from '../../../support/people.ts';

const { close, db, engineer, expert, one, order, send } = await busWorld();
afterAll(close);

test('an order exists from the first change on, with a number', async () => {
  const orderId = newId();
  expect(await one(engineer, patch(orderId, change('quantity', 5, null)))).toMatchObject({ s: 'ok' });
  expect(await order(orderId)).toMatchObject({ status: 'draft', doc: { quantity: 5 }, ownerId: engineer.id });
  expect((await order(orderId)).number).toMatch(/^PO-\d{4}-\d{6}$/);
});

test('changes of different fields merge, of one field both values are shown, and a base may be of the same lane', async () => {
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

test('an order is read by colleagues and changed by its owner alone; others learn nothing of it', async () => {
  const orderId = newId();
  await one(engineer, patch(orderId, change('quantity', 5, null)));
  const colleague = await somebody(db, 'colleague');
  const customer = await somebody(db, 'customer');
  const wished = () => patch(orderId, change('quantity', 7, null));
  expect(await one(colleague, wished())).toMatchObject({ code: 'FORBIDDEN' });
  expect(await one(expert, wished())).toMatchObject({ code: 'FORBIDDEN' });
  // Without the pass nothing is looked for, and every id is answered alike.
  expect(await one(customer, wished())).toMatchObject({ code: 'FORBIDDEN' });
  expect(await one(customer, patch(newId(), change('quantity', 7, null)))).toMatchObject({ code: 'FORBIDDEN' });
  expect((await order(orderId)).doc).toEqual({ quantity: 5 });
});
