import { expect, test } from 'vitest';
import { duration_h } from '#domain/order/lab-tests/durations.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { stepListHours } from '#domain/order/protocol/duration.ts';
import { cycle, rpt } from '../orders.ts';
import { A, C, proposed, protocolOfTest } from './protocols.ts';

/** Hours of the step list and hours planned, of the only test of an order. */
function bothHours(order: OrderDoc): { steps_h: number; planned_h: number } {
  const { doc, item, steps, cell } = protocolOfTest(order);
  return { steps_h: stepListHours(steps, cell), planned_h: duration_h(doc, item) ?? Number.NaN };
}

const pulsed = { socCheckpoints: [80, 50, 20], pulseCurrent: C(1), pulseDuration: 10 };

const orders: [what: string, order: OrderDoc][] = [
  ['an RPT of three C/3 cycles', rpt('t')],
  ['an RPT in amperes', rpt('t', { chargeCurrent: A(2.5), dischargeCurrent: A(5), cutoffCurrent: A(0.25) })],
  ['an RPT of one cycle without rests', rpt('t', { cycles: 1, restTime: 0, chamberWaitingTime: 0 })],
  ['an RPT whose hold ends by time', rpt('t', { cvEndingCondition: 'time', cutoffTime: 3600 })],
  ['an RPT whose hold ends by whichever is first', rpt('t', { cvEndingCondition: 'current or time', cutoffTime: 600 })],
  ['an RPT with three pulses', rpt('t', pulsed)],
  ['an RPT with pulses at unequal steps', rpt('t', { ...pulsed, socCheckpoints: [90, 70, 50, 35, 20] })],
  ['500 cycles', cycle('t')],
  ['500 cycles with a check-up after every 100', cycle('t', { rptEvery: 100 })],
  ['250 cycles with a check-up after every 100', cycle('t', { rptEvery: 100, cycles: 250 })],
  ['500 cycles with a check-up before the first, too', cycle('t', { rptEvery: 100, rptFirst: true })],
  ['a pulse power test as proposed', proposed('Pulse')],
  ['a pulse power test with three levels', proposed('Pulse', { pulseCurrentCheckpoints: [C(0.5), C(1), A(10)] })],
  ['a pulse power test with spectra', proposed('Pulse', { spectrumCheckpoints: [80, 20] })],
  ['a rate test as proposed', proposed('Rate')],
  ['a rate test whose reference is not listed', proposed('Rate', { rateList: [C(0.5), C(1), A(10)] })],
  ['a storage test as proposed', proposed('Calendar')],
  ['a storage test that floats', proposed('Calendar', { agingMode: 'float' })],
  ['a storage test that ends between two check-ups', proposed('Calendar', { agingTime: 100 * 86_400 })],
  ['cycles at 3C', cycle('t', { chargeCurrent: C(3), dischargeCurrent: C(3), cycles: 20 })],
];

test.each(orders)('the steps of %s take as long as planned', (_, order) => {
  const { steps_h, planned_h } = bothHours(order);
  expect(Math.abs(steps_h / planned_h - 1)).toBeLessThan(0.005);
});
