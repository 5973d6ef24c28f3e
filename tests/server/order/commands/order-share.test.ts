import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { User } from '#domain/account/users.ts';
import { busWorld, change, patch } from '../../../support/database/bus-world.ts';
import { newId, somebody, wish } from '../../../support/users.ts';

const { close, db, engineer, expert, one, order, countEvents } = await busWorld();
afterAll(close);

const colleague = await somebody(db, 'colleague');

async function draft(): Promise<string> {
  const orderId = newId();
  await one(engineer, patch(orderId, change('quantity', 5, null)));
  return orderId;
}
const share = (orderId: string, ...users: { id: string }[]) =>
  wish('order.share', { orderId, userIds: users.map(({ id }) => id) });
const version = async (orderId: string) => (await order(orderId)).vers['quantity'] ?? null;
const writes = async (user: User, orderId: string, quantity: number) =>
  one(user, patch(orderId, change('quantity', quantity, await version(orderId))));

test('a draft is shared only with colleagues who have the pass, and a repeated list changes nothing', async () => {
  const orderId = await draft();
  const strangers = [await somebody(db, 'customer'), expert, engineer, { id: newId() }];
  for (const stranger of strangers)
    expect(await one(engineer, share(orderId, colleague, stranger))).toMatchObject({
      code: 'FORBIDDEN',
      details: { rule: 'STRANGER', userIds: [stranger.id] },
    });
  expect((await order(orderId)).colleagues).toBeUndefined();
  await one(engineer, share(orderId, colleague));
  const before = await countEvents(`order:${orderId}`);
  await one(engineer, share(orderId, colleague, colleague));
  expect(await countEvents(`order:${orderId}`)).toBe(before);
});

test('a colleague who leaves the company edits no more, and leaves the next list without a refusal', async () => {
  const orderId = await draft();
  const leaving = await somebody(db, 'colleague');
  await one(engineer, share(orderId, colleague, leaving));
  await sql`update users set company_id = null, plan_name = null where id = ${leaving.id}`.execute(db);
  expect(await writes(leaving, orderId, 8)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await one(engineer, share(orderId, leaving))).toMatchObject({ s: 'ok', out: { colleagues: [] } });
});

test('an order that is placed is not shared', async () => {
  const orderId = await draft();
  await sql`update orders set data = jsonb_set(data, '{status}', '"submitted"') where id = ${orderId}`.execute(db);
  expect(await one(engineer, share(orderId, colleague))).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});
