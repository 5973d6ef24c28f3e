import type { ParcelStep } from '../data/goods.ts';
import { transitions } from './status.ts';

/** E-mails to customers about the steps of their orders. */

/** Choices of customers: an e-mail after every step, only when they must act or have news to read, or never. */
export const orderMailChoices = ['every', 'needed', 'none'] as const;
export type OrderMailChoice = (typeof orderMailChoices)[number];

/** Steps of parcels that are mailed, by their names among the events. */
export const parcelMails: Partial<Record<ParcelStep, string>> = {
  arrived: 'PARCEL_ARRIVED',
  refused: 'PARCEL_REFUSED',
};

/** Steps after which a customer has something to do, to read, or to know at once. */
const needed: ReadonlySet<string> = new Set([
  'REQUEST_CHANGES',
  'REJECT',
  'APPROVE',
  'QUOTE_EXPIRED',
  'CANCEL',
  'INVOICE_VOID',
  'NEEDS_MATERIAL',
  'MATERIAL_REFUSED',
  'PARCEL_REFUSED',
  'RESULTS_PUBLISHED',
  'SHIP',
]);

/** Events that a user other than the customer may cause, so that there is an e-mail about each. */
export const mailedEvents: readonly string[] = [
  ...new Set(
    transitions.flatMap(({ by }) =>
      Object.entries(by).flatMap(([event, roles]) => (roles.some((role) => role !== 'customer') ? [event] : [])),
    ),
  ),
  ...Object.values(parcelMails),
];

/** Whether a customer who chose this gets an e-mail about the event. */
export function isMailed(event: string, choice: OrderMailChoice): boolean {
  if (choice === 'none' || !mailedEvents.includes(event)) return false;
  return choice === 'every' || needed.has(event);
}
