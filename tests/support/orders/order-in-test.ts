import { randomUUID } from 'node:crypto';
import { demoOrders } from '../../../server/demo/orders.ts';
import { demoId } from '../../../server/demo/users.ts';
import { callsOf } from '../servers/calls.ts';
import { at } from '../servers/server.ts';

/** Takes the demo order of a product to the tests of its 24 cells. @param url of the product */
export async function orderInTest(url: string): Promise<{ id: string; number: string }> {
  const engineer = await callsOf(url, 'engineer@demo.vfp');
  const expert = await callsOf(url, 'expert@demo.vfp');
  const admin = await callsOf(url, 'admin@demo.vfp');
  const saved = await engineer('/po_system/orders/save', { data: demoOrders[0]?.doc ?? {} });
  const id = String(at(saved, 'order.id'));
  await engineer('/po_system/orders/place', { order_id: id, quote_hash: at(saved, 'order.price.quote_hash') });
  const command = (by: typeof expert, event: string, expect_status: string) =>
    by('/admin-api/po_system/order_command', { order_id: id, event, expect_status });
  await command(expert, 'START_REVIEW', 'submitted');
  const reviewed = await command(expert, 'APPROVE', 'reviewing');
  const accepted = { event: 'ACCEPT_QUOTE', expectStatus: 'reviewed', quoteHash: at(reviewed, 'price.quote_hash') };
  const args = { orderId: id, ...accepted };
  const commands = [{ cmdId: randomUUID(), n: 1, type: 'order.transition', v: 1, args }];
  await engineer('/sync/push', { protocol: 1, actor: demoId('engineer'), clientId: randomUUID(), commands });
  await command(admin, 'INVOICE_PAID', 'awaiting_payment');
  await command(expert, 'START_BUILD', 'processing');
  await command(expert, 'BUILD_DONE', 'prototyping');
  return { id, number: String(at(reviewed, 'number')) };
}
