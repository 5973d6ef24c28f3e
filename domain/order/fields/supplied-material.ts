import { isCoatedByUs } from '../data/coating-methods.ts';
import { electrodes } from '../data/electrodes.ts';
import type { OrderDoc } from '../data/order.ts';
import { applicableFields } from './paths.ts';

/** Whether the customer sends coated foil, or a part of the cell. */
export function suppliesMaterial(doc: OrderDoc): boolean {
  const isSent = electrodes.some((electrode) => !isCoatedByUs(doc, electrode));
  return isSent || applicableFields(doc).some(({ path }) => doc[path] === 'customer supplied');
}
