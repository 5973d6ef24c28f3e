import { expect, test } from 'vitest';
import { chemistries } from '#domain/order/data/chemistries.ts';
import { stepListHours } from '#domain/order/protocol/duration.ts';
import { ocvOf, ocvTableOf } from '#domain/order/protocol/ocv.ts';
import { timelineOf, type Timeline } from '#domain/order/protocol/timeline.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { cycle, rpt } from '../orders.ts';
import { proposed, protocolOfTest } from './protocols.ts';

function timelineFor(order: OrderDoc): Timeline {
  const { steps, cell } = protocolOfTest(order);
  return timelineOf(steps, cell);
}

/** Voltage half way through a discharge at this C rate. */
const middle = (rate: number) => {
  const { phases } = timelineFor(rpt('t', { dischargeCurrent: { value: rate, unit: 'C' } }));
  const points = phases.find(({ kind }) => kind === 'discharge')?.voltage_V ?? [];
  return points[Math.floor(points.length / 2)]?.value ?? 0;
};

/** Potentials of the electrodes in PyBaMM Chen2020, in V. */
const negative = (x: number) =>
  1.9793 * Math.exp(-39.3631 * x) +
  0.2482 -
  0.0909 * Math.tanh(29.8538 * (x - 0.1234)) -
  0.04478 * Math.tanh(14.9159 * (x - 0.2769)) -
  0.0205 * Math.tanh(30.4444 * (x - 0.6103));
const positive = (y: number) =>
  -0.809 * y +
  4.4875 -
  0.0428 * Math.tanh(18.5138 * (y - 0.5542)) -
  17.7326 * Math.tanh(15.789 * (y - 0.3117)) +
  17.5842 * Math.tanh(15.9308 * (y - 0.312));

const all: [what: string, order: OrderDoc][] = [
  ['an RPT', rpt('t')],
  ['500 cycles', cycle('t')],
  ['20,000 cycles with check-ups', cycle('t', { cycles: 20_000, rptEvery: 7 })],
  ['a pulse power test', proposed('Pulse')],
  [
    'a pulse power test of 21 states of charge',
    proposed('Pulse', { socCheckpoints: Array.from({ length: 21 }, (_, i) => 100 - 5 * i) }),
  ],
  ['a rate test', proposed('Rate')],
  ['a storage test', proposed('Calendar')],
  ['a storage test that floats', proposed('Calendar', { agingMode: 'float' })],
];

test.each(all)('the timeline of %s has no gap but those it names, and takes as long as its steps', (_, order) => {
  const { steps, cell } = protocolOfTest(order);
  const { phases, gaps, hours } = timelineOf(steps, cell);
  expect(hours).toBeCloseTo(stepListHours(steps, cell), 6);
  const drawn = phases.reduce((sum, phase) => sum + phase.hours, 0);
  expect(drawn + gaps.reduce((sum, gap) => sum + gap.end_h - gap.start_h, 0)).toBeCloseTo(hours, 6);
});

test.each(all)('the voltage of %s stays in its window, and few points draw it', (_, order) => {
  const { phases } = timelineFor(order);
  const voltages = phases.flatMap((phase) => phase.voltage_V.map((point) => point.value));
  expect(Math.min(...voltages)).toBeGreaterThan(2.5 - 0.001);
  expect(Math.max(...voltages)).toBeLessThan(4.2 + 0.001);
  expect(voltages.length).toBeLessThan(700);
});

test('500 cycles are drawn as two and a gap that names all of them', () => {
  expect(timelineFor(cycle('t')).gaps).toMatchObject([{ count: 500, drawn: 2 }]);
});

test('a charge ends at the upper voltage and a discharge at the lower one', () => {
  const { phases } = timelineFor(rpt('t', { lowerVoltage: 3, upperVoltage: 4.1 }));
  const end = (kind: string) => phases.find((phase) => phase.kind === kind)?.voltage_V.at(-1)?.value;
  expect(end('charge')).toBeCloseTo(4.1, 6);
  expect(end('discharge')).toBeCloseTo(3, 6);
});

test('a higher current gives a lower voltage in discharge', () => {
  expect(middle(1 / 3) - middle(2)).toBeGreaterThan(0.15);
});

test.each(chemistries.map(({ code, min_V, max_V }) => [code, min_V, max_V] as const))(
  'the open-circuit voltage of %s rises from its lower to its upper voltage',
  (code, min_V, max_V) => {
    const ocv = ocvOf(code, min_V, max_V);
    const values = Array.from({ length: 41 }, (_, i) => ocv(i / 40));
    expect(values[0]).toBeCloseTo(min_V, 6);
    expect(values.at(-1)).toBeCloseTo(max_V, 6);
    expect(values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0) - 0.002)).toBe(true);
    expect(ocvTableOf(code).basis).not.toContain('no chemistry');
  },
);

test('the curve of NMC is that of the published electrode potentials', () => {
  ocvTableOf('NMC/Si-graphite').voltages_V.forEach((voltage, i) => {
    const soc = i / 20;
    expect(voltage).toBeCloseTo(positive(0.854 - soc * 0.5902) - negative(0.0263 + soc * 0.8843), 3);
  });
});
