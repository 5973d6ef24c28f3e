import type { Shipment, ShipmentReport } from '../data/goods.ts';
import type { Order, OrderHistoryEntry } from '../data/order.ts';

/** Returns the newest step that shipped an order. @returns undefined for an order that was never shipped */
export function shippingOf({ history }: Pick<Order, 'history'>): OrderHistoryEntry | undefined {
  return history.findLast(({ event }) => event === 'SHIP');
}

type TrackedShipment = Pick<Shipment, 'carrier' | 'tracking'>;

/** Whether a carrier means this shipment: tracking numbers are written with and without spaces. */
export function isOfShipment(shipment: TrackedShipment, named: TrackedShipment): boolean {
  return plain(shipment.carrier) === plain(named.carrier) && plain(shipment.tracking) === plain(named.tracking);
}

/** Returns a tracking number or carrier as it is compared. */
export function plain(text: string): string {
  return text.replaceAll(' ', '').toUpperCase();
}

/**
 * Returns the latest that the carrier says about the newest shipment of an order, by the carrier's times. Some carriers
 * say only the day, and events may arrive in any order: a delivery or its failure comes after the way to it.
 */
export function carrierSays(order: Pick<Order, 'history' | 'shipmentReports'>): ShipmentReport | undefined {
  const shipment = shippingOf(order)?.shipment;
  if (shipment === undefined) return undefined;
  const said = (order.shipmentReports ?? []).filter((report) => isOfShipment(shipment, report));
  return said.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || hasEnded(a) - hasEnded(b)).at(-1);
}

const hasEnded = ({ state }: ShipmentReport): number => Number(state !== 'in_transit');
