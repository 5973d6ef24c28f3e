import { sql } from 'kysely';
import { demoOrders } from '../../../server/demo/orders.ts';
import { demoId } from '../../../server/demo/users.ts';
import { callsOf } from '../servers/calls.ts';
import type { Product } from '../servers/product.ts';
import { at } from '../servers/server.ts';
import { newId } from '../users.ts';

/** Takes the demo order to where it awaits its material. @returns its id */
export async function orderAwaitingMaterial({ url, db }: Pick<Product, 'url' | 'db'>): Promise<string> {
  const [owner, expert] = [await callsOf(url, 'engineer@demo.vfp'), await callsOf(url, 'expert@demo.vfp')];
  const saved = await owner('/po_system/orders/save', { data: demoOrders[0]?.doc ?? {} });
  const order_id = String(at(saved, 'order.id'));
  await owner('/po_system/orders/place', { order_id, quote_hash: at(saved, 'order.price.quote_hash') });
  const command = (event: string, expect_status: string) =>
    expert('/admin-api/po_system/order_command', { order_id, event, expect_status });
  await command('START_REVIEW', 'submitted');
  const reviewed = await command('APPROVE', 'reviewing');
  const args = {
    orderId: order_id,
    event: 'ACCEPT_QUOTE',
    expectStatus: 'reviewed',
    quoteHash: at(reviewed, 'price.quote_hash'),
  };
  const commands = [{ cmdId: newId(), n: 1, type: 'order.transition', v: 1, args }];
  await owner('/sync/push', { protocol: 1, clientId: newId(), actor: demoId('engineer'), commands });
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${order_id}`.execute(db);
  await expert(`/admin-api/invoices/${rows[0]?.id}/paid`, {});
  await command('NEEDS_MATERIAL', 'processing');
  return order_id;
}
