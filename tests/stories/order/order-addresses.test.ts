import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { demoOrders } from '../../../server/demo/orders.ts';
import { textOf } from '../../support/files/pdf-text.ts';
import { accept, staffEvent } from '../../support/orders/reviewing.ts';
import { at, provideServer } from '../../support/servers/server.ts';

/** Where the goods and the invoice of an order go, as its customer wrote it before placing. */

const server = await provideServer();

const delivery = [
  'Helios, Lab 2',
  '12 Rue du Port',
  '67000 Strasbourg',
  'Ada Berg',
  '+46 21 123456',
  'ada@helios.test',
];

test('an invoice is made out to the billing address of its order, with the tax number and the reference of the customer, and quote and invoice name where the goods go and whom to ask', async () => {
  const customer = await server.signIn('engineer');
  const expert = await server.signIn('expert');
  const data = {
    ...demoOrders[0]?.doc,
    deliveryAddress: delivery.slice(0, 3).join('\n'),
    contactName: 'Ada Berg',
    contactPhone: '+46 21 123456',
    contactEmail: 'ada@helios.test',
    billingAddress: 'Helios AB\nBatterigatan 4\n721 31 Västerås',
    billingTaxNumber: 'SE556012345601',
    poReference: '4500012345',
  };
  const saved = await server.request(customer, 'POST', '/po_system/orders/save', { data });
  const id = String(at(saved.body, 'order.id'));
  const quote_hash = at(saved.body, 'order.price.quote_hash');
  const placed = await server.request(customer, 'POST', '/po_system/orders/place', { order_id: id, quote_hash });
  expect(placed.status).toBe(202);
  await staffEvent(server, expert, [id, 'START_REVIEW', 'submitted']);
  await staffEvent(server, expert, [id, 'APPROVE', 'reviewing']);
  expect(await accept(server, customer, id)).toMatchObject({ s: 'ok' });
  const { rows } = await sql<{ buyer: object }>`select buyer from invoices where order_id = ${id}`.execute(server.db);
  expect(rows.map(({ buyer }) => buyer)).toEqual([
    expect.objectContaining({
      address: 'Helios AB\nBatterigatan 4\n721 31 Västerås',
      vat_id: 'SE556012345601',
      reference: '4500012345',
      delivery,
    }),
  ]);
  for (const which of ['quote', 'invoice']) {
    const reply = await fetch(`${server.url}/api/v1/po_system/orders/${id}/${which}/pdf`, {
      headers: { authorization: `Bearer ${customer.token}`, 'x-device-id': 'a'.repeat(64) },
    });
    const text = textOf(Buffer.from(await reply.arrayBuffer())).replaceAll(/\s+/g, ' ');
    expect(text).toContain(`Delivery address and contact ${delivery.join(' ')}`);
    expect(text).toContain('721 31 Västerås');
  }
});
