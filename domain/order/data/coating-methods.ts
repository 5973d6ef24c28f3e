import type { Electrode } from './electrodes.ts';
import type { OrderDoc } from './order.ts';

/** Ways to coat an electrode, and who does it: an electrode that the customer coats has no coating in the price. */
export const coatingMethods = [
  { code: 'slot die', isOurs: true },
  { code: 'comma bar', isOurs: true },
  { code: 'doctor blade', isOurs: true },
  { code: 'dry', isOurs: true },
  { code: 'customer-coated', isOurs: false },
] as const;

/** Method of an electrode whose foil the customer sends coated. */
export const customerCoated = 'customer-coated';

/** Whether we coat an electrode; also while no method is chosen. */
export function isCoatedByUs(doc: OrderDoc, electrode: Electrode): boolean {
  const method = doc[`electrodes/${electrode}/coating_method`];
  return coatingMethods.find(({ code }) => code === method)?.isOurs ?? true;
}
