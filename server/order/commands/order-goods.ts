import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { Order } from '#domain/order/data/order.ts';
import { materialOf } from '#domain/order/life/parcels.ts';

/** Sentences about what a step needs first, by code. They name the calls of REST. */
const needed = {
  NOT_COUNTED:
    'Count the material first: POST /admin-api/po_orders/orders/{id}/parcels with "step": "counted". A parcel that nobody has announced begins with "step": "arrived" and its content.',
  REQUIRED: 'Send the shipment with this step: carrier, tracking, mode, flags, soc and ticks.',
} as const;

/**
 * Checks what a step asks of goods: material is accepted when all parcels are counted, and goods are shipped with a
 * shipment.
 * @throws Refusal with the call that is missing
 */
export function refuseMissingGoods(order: Order, { event, shipment }: CommandArgs<'order.transition'>): void {
  if (shipment !== undefined && event !== 'SHIP')
    throw new Refusal('INVALID', [{ path: 'shipment', code: 'ONLY_SHIP' }]);
  if (event === 'SHIP' && shipment === undefined) refuse('shipment', 'REQUIRED');
  if (event === 'MATERIAL_ACCEPTED' && materialOf(order) !== 'counted') refuse('parcels', 'NOT_COUNTED');
}

function refuse(path: string, code: keyof typeof needed): never {
  throw new Refusal('INVALID', [{ path, code, message: needed[code] }]);
}
