import { expect, test } from 'vitest';
import { orderPlanOf } from '#domain/order/plan/order-plan.ts';
import { promisedDay } from '#domain/order/plan/promised-day.ts';
import { DAY } from '#domain/ground/units.ts';
import { demoOrders } from '../../../../server/demo/orders.ts';

const doc = demoOrders[0]?.doc ?? {};
const at = '2026-11-25T23:30:00.000Z';

test('the promised day is the last date that I was shown when I placed the order', () => {
  const start = Date.parse('2026-11-25') / DAY;
  const report = orderPlanOf(doc, start)?.milestones.find(({ code }) => code === 'report');
  expect(report).toBeDefined();
  expect(promisedDay(doc, at)).toBe(new Date((report?.day ?? 0) * DAY).toISOString().slice(0, 10));
});

test('an order without tests is promised for the day on which its cells are ready', () => {
  const cells =
    orderPlanOf({ ...doc, service: 'prototyping' }, Date.parse('2026-11-25') / DAY)?.milestones[0]?.day ?? 0;
  expect(promisedDay({ ...doc, service: 'prototyping' }, at)).toBe(new Date(cells * DAY).toISOString().slice(0, 10));
});

test('nothing is promised while the duration of a test is unknown, or nothing is ordered', () => {
  const unknown = Object.fromEntries(Object.entries(doc).filter(([path]) => !path.endsWith('/dischargeCurrent')));
  expect(promisedDay(unknown, at)).toBeUndefined();
  expect(promisedDay({}, at)).toBeUndefined();
});
