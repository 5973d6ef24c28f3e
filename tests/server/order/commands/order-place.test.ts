import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { delivered, m50 } from '../../../domain/order/orders.ts';
import { busWorld, change, patch } from '../../../support/database/bus-world.ts';
import { newId, wish } from '../../../support/users.ts';

const { close, db, engineer, one, order } = await busWorld();
afterAll(close);

test('an order is placed only with the document and the price that the customer saw', async () => {
  const orderId = newId();
  await one(engineer, patch(orderId, change('quantity', 5, null)));
  const place = (docHash: string, quoteHash: string) => wish('order.place', { orderId, docHash, quoteHash });
  const { doc } = await order(orderId);
  const zeros = '0'.repeat(64);
  expect(await one(engineer, place(zeros, quoteOf(doc, exampleRateCard).hash))).toMatchObject({
    code: 'ORDER_CHANGED',
  });
  expect(await one(engineer, place(docHashOf(doc), quoteOf(doc, exampleRateCard).hash))).toMatchObject({
    code: 'INVALID',
  });
  expect(await order(orderId)).toMatchObject({ status: 'draft' });
  await sql`update users set sub_status = 'past_due' where id = ${engineer.id}`.execute(db);
  expect(await one(engineer, place(docHashOf(doc), quoteOf(doc, exampleRateCard).hash))).toMatchObject({
    code: 'FORBIDDEN',
  });
  await sql`update users set sub_status = 'active' where id = ${engineer.id}`.execute(db);
});

test('a complete order is placed once, however often the command arrives, and is then read-only', async () => {
  const orderId = newId();
  const lengths = {
    'electrodes/anode/electrodeHorizontalLength_mm': 800,
    'electrodes/anode/electrodeVerticalLength_mm': 63.5,
    'electrodes/cathode/electrodeVerticalLength_mm': 62,
  };
  const fields = Object.entries({ ...m50, ...delivered, ...lengths, separatorInnerTurns: 1 });
  await one(engineer, patch(orderId, ...fields.map(([path, value]) => change(path, value, null))));
  const { doc } = await order(orderId);
  const stale = wish('order.place', { orderId, docHash: docHashOf(doc), quoteHash: '0'.repeat(64) });
  expect(await one(engineer, stale)).toMatchObject({
    code: 'PRICE_CHANGED',
    details: { quote: quoteOf(doc, exampleRateCard) },
  });
  const args = { orderId, docHash: docHashOf(doc), quoteHash: quoteOf(doc, exampleRateCard).hash };
  const place = wish('order.place', args);
  const results = await Promise.all(Array.from({ length: 10 }, () => one(engineer, place)));
  expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
  expect(await order(orderId)).toMatchObject({
    status: 'submitted',
    quote: { hash: quoteOf(doc, exampleRateCard).hash },
  });
  expect((await order(orderId)).history.map(({ event }) => event)).toEqual(['SAVE', 'PLACE']);
  expect(await one(engineer, patch(orderId, change('quantity', 2, null)))).toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
  // The same document from another device is placed already; another one is not placed over it.
  expect(await one(engineer, { ...place, cmdId: newId() })).toMatchObject({ s: 'ok' });
  expect((await order(orderId)).history.map(({ event }) => event)).toEqual(['SAVE', 'PLACE']);
  const other = wish('order.place', { ...args, docHash: '0'.repeat(64) });
  expect(await one(engineer, other)).toMatchObject({ code: 'ILLEGAL_TRANSITION', details: { from: 'submitted' } });
});
