import { afterAll, expect, test } from 'vitest';
import { busWorld, change, patch } from '../../../support/database/bus-world.ts';
import { newId, somebody, wish } from '../../../support/users.ts';

const { close, db, engineer, expert, one, order } = await busWorld();
afterAll(close);

test('an order changes its status only as the table permits: by role and from the expected status', async () => {
  const orderId = newId();
  await one(engineer, patch(orderId, change('quantity', 5, null)));
  const move = (event: string, expectStatus = 'draft') => wish('order.transition', { orderId, event, expectStatus });
  expect(await one(engineer, move('CANCEL', 'submitted'))).toMatchObject({
    code: 'STALE',
    details: { from: 'draft' },
  });
  expect(await one(engineer, move('SHIP'))).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  expect(await one(engineer, move('PLACE'))).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  expect(await one(expert, move('DISCARD'))).toMatchObject({ code: 'FORBIDDEN' });
  expect(await one(await somebody(db, 'colleague'), move('DISCARD'))).toMatchObject({ code: 'FORBIDDEN' });
  expect(await one(engineer, move('DISCARD'))).toMatchObject({ s: 'ok', out: { status: 'cancelled' } });
  expect(await order(orderId)).toMatchObject({
    status: 'cancelled',
    history: [{ event: 'SAVE' }, { event: 'DISCARD' }],
  });
  const late = await one(engineer, patch(orderId, change('quantity', 8, null)));
  expect(late).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});
