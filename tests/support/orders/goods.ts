import type { ParcelContent } from '#domain/order/data/goods.ts';
import { sql } from 'kysely';
import { accept, reviewedOrder, staffEvent } from './reviewing.ts';
import type { SignedIn, TestServer } from '../servers/server.ts';
import { newId } from '../users.ts';

/** Parcels and shipments of orders, by the real routes. */

export const parcelContent: ParcelContent = {
  lines: [
    { name: 'Anode foil, 20 m', count: 2 },
    { name: 'Separator roll', count: 1 },
  ],
  carrier: 'dhl',
  tracking: 'JD 0146',
  expected: '2026-12-01',
  notes: '',
  mode: 'road',
  ticks: ['number'],
};

export const shipment = {
  carrier: 'ups',
  tracking: '1Z 999',
  mode: 'air',
  flags: ['A88'],
  soc: 30,
  ticks: ['soc30', 'number'],
} as const;

/** Registers a parcel that nobody has announced, and counts it. @returns its id */
export async function countedParcel(server: TestServer, expert: SignedIn, orderId: string): Promise<string> {
  const parcelId = newId();
  await pushParcel(server, expert, { orderId, parcelId, step: 'arrived', content: parcelContent });
  await pushParcel(server, expert, { orderId, parcelId, step: 'counted', counts: [2, 1] });
  return parcelId;
}

/** Brings an order to where it awaits its material. @returns its id */
export async function orderAwaitingMaterial(
  server: TestServer,
  [customer, expert]: [customer: SignedIn, expert: SignedIn],
): Promise<string> {
  const id = await paidOrder(server, [customer, expert]);
  await staffEvent(server, expert, [id, 'NEEDS_MATERIAL', 'processing']);
  return id;
}

/** Brings an order to where it is paid and its work begins. @returns its id */
export async function paidOrder(
  server: TestServer,
  [customer, expert]: [customer: SignedIn, expert: SignedIn],
): Promise<string> {
  const id = await reviewedOrder(server, [customer, expert]);
  await accept(server, customer, id);
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${id}`.execute(server.db);
  await server.request(expert, 'POST', `/admin-api/invoices/${rows[0]?.id}/paid`, {});
  return id;
}

/** Sends a step of a parcel as a device does. @returns the result of the command */
export async function pushParcel(
  server: TestServer,
  who: SignedIn,
  args: { orderId: string; parcelId: string; step: string; [detail: string]: unknown },
) {
  const [result] = await server.bus.executeCommands(who.user.id, [
    { cmdId: newId(), type: 'parcel.change', v: 1, args },
  ]);
  return result;
}
