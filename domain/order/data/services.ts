import type { OrderDoc } from './order.ts';

/** Services that can be ordered. */
export const services = [
  { code: 'prototyping', builds: true, tests: false },
  { code: 'testing', builds: false, tests: true },
  { code: 'both', builds: true, tests: true },
] as const;

/** Whether the order includes building cells. */
export function buildsCells(doc: OrderDoc): boolean {
  return services.some((service) => service.code === doc['service'] && service.builds);
}

/** Whether the order includes testing cells. */
export function runsTests(doc: OrderDoc): boolean {
  return services.some((service) => service.code === doc['service'] && service.tests);
}
