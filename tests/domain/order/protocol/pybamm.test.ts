import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { pybammParts, type PybammPart } from '#domain/order/protocol/pybamm.ts';
import { pybammText } from '#domain/order/protocol/pybamm-text.ts';
import { pybammSpan, pybammValue } from '#domain/order/protocol/pybamm-words.ts';
import { cycle, rpt } from '../orders.ts';
import { A, C, proposed, protocolOfTest } from './protocols.ts';
import { readSentence } from './pybamm-grammar.ts';

function sentencesOf(order: OrderDoc): string[] {
  const { steps, cell } = protocolOfTest(order);
  const flat = (parts: readonly PybammPart[]): string[] =>
    parts.flatMap((part) => ('sentences' in part ? part.sentences : flat(part.parts)));
  return flat(pybammParts(steps, cell));
}

const currents = [
  C(0.3333),
  C(1 / 3),
  C(0.05),
  C(0.01),
  C(0.7),
  C(1),
  C(2.5),
  A(0.0005),
  A(0.25),
  A(12.345678),
  A(400),
];
const times = [1, 40, 59.5, 60, 90, 600, 3599, 3600, 5400, 86_400];
const voltages: [number, number][] = [
  [2.5, 4.2],
  [3, 4.15],
  [0.005, 1.5],
  [2.123, 3.65],
];
const endings = ['current', 'time', 'current or time', 'none'];

/** One order for each combination: many, but each is a matter of microseconds. */
const variants = currents.flatMap((current, i) =>
  times.flatMap((seconds, j) =>
    voltages.flatMap(([lowerVoltage, upperVoltage]) =>
      endings.map((cvEndingCondition) => ({
        chargeCurrent: current,
        dischargeCurrent: currents[(i + j) % currents.length] ?? current,
        cutoffCurrent: C(0.005),
        cutoffTime: 60 * seconds,
        lowerVoltage,
        upperVoltage,
        cvEndingCondition,
        restTime: seconds,
        chamberWaitingTime: 2 * seconds,
      })),
    ),
  ),
);

const pulsed = (current: { value: number; unit: string }) => ({
  socCheckpoints: [90, 70, 50, 35, 20],
  pulseCurrent: current,
  pulseDuration: 0.5,
});

test.each([
  ['an RPT', (each: OrderDoc) => rpt('t', each)],
  ['an RPT with pulses', (each: OrderDoc) => rpt('t', { ...each, ...pulsed(A(7.5)) })],
  ['a cycle test', (each: OrderDoc) => cycle('t', each)],
  ['a cycle test with check-ups', (each: OrderDoc) => cycle('t', { ...each, rptEvery: 100 })],
  ['a pulse power test', (each: OrderDoc) => proposed('Pulse', each)],
  [
    'a pulse power test with levels and spectra',
    (each: OrderDoc) =>
      proposed('Pulse', {
        ...each,
        pulseCurrentCheckpoints: currents,
        spectrumCheckpoints: [55],
        firstPulse: 'charge',
      }),
  ],
  ['a rate test', (each: OrderDoc) => proposed('Rate', { ...each, rateList: currents })],
  ['a storage test', (each: OrderDoc) => proposed('Calendar', each)],
  ['a storage test that floats', (each: OrderDoc) => proposed('Calendar', { ...each, agingMode: 'float' })],
  ['the preparation of a safety test', (each: OrderDoc) => proposed('Safety', { ...each, targetSoc: 50 })],
])('PyBaMM reads every sentence of %s, whatever its parameters', (_, order) => {
  for (const each of variants) for (const sentence of sentencesOf(order(each))) readSentence(sentence);
  expect(variants.length).toBeGreaterThan(1000);
});

test('the sentences of an RPT say what was ordered', () => {
  expect(sentencesOf(rpt('t', { ...pulsed(C(1)), socCheckpoints: [50] }))).toEqual([
    'Rest for 2 hours',
    'Charge at C/3 until 4.2 V',
    'Hold at 4.2 V until C/20',
    'Rest for 30 minutes',
    'Discharge at C/3 until 2.5 V',
    'Rest for 30 minutes',
    'Charge at C/3 until 4.2 V',
    'Hold at 4.2 V until C/20',
    'Discharge at C/3 for 90 minutes or until 2.5 V',
    'Rest for 1 hour',
    'Discharge at 1C for 0.5 seconds or until 2.5 V (0.005 second period)',
    'Rest for 40 seconds',
    'Charge at 0.75C for 0.5 seconds or until 4.2 V (0.005 second period)',
    'Rest for 10 minutes',
  ]);
});

const experimentOfCycles = `import pybamm

# Cycle Test
# C rates refer to the parameter set's "Nominal cell capacity [A.h]"; the order's nominal capacity is 5 Ah.
experiment = pybamm.Experiment(
    ["Rest for 2 hours"]
    + (
        [(
            "Charge at C/2 until 4.2 V",
            "Hold at 4.2 V until C/20",
            "Rest for 10 minutes",
            "Discharge at 1C until 2.5 V",
            "Rest for 10 minutes",
        )] * 100
        + (
            [pybamm.step.string("Rest for 2 hours", temperature="25 oC")]
            + [(
                pybamm.step.string("Charge at C/3 until 4.2 V", temperature="25 oC"),
                pybamm.step.string("Hold at 4.2 V until C/20", temperature="25 oC"),
                pybamm.step.string("Rest for 30 minutes", temperature="25 oC"),
                pybamm.step.string("Discharge at C/3 until 2.5 V", temperature="25 oC"),
                pybamm.step.string("Rest for 30 minutes", temperature="25 oC"),
            )] * 3
        )
    ) * 2
    + [(
        "Charge at C/2 until 4.2 V",
        "Hold at 4.2 V until C/20",
        "Rest for 10 minutes",
        "Discharge at 1C until 2.5 V",
        "Rest for 10 minutes",
    )] * 50,
    period="10 seconds",
    temperature="45 oC",
    termination="80% capacity",
)
`;

test('repeated steps become repeated cycles in Python, check-ups at their own temperature', () => {
  const { steps, cell } = protocolOfTest(cycle('t', { temp: 45, cycles: 250, rptEvery: 100 }));
  const settings = { title: 'Cycle Test', temperature_C: 45, samplingInterval_s: 10, eolSoh_pct: 80 };
  expect(pybammText(steps, cell, settings)).toBe(experimentOfCycles);
});

test('numbers are written without an exponent and with six digits at most', () => {
  expect([0.0000012345, 1234567, 0.1 + 0.2, 5, 12.5].map(pybammValue)).toEqual([
    '0.0000012345',
    '1234570',
    '0.3',
    '5',
    '12.5',
  ]);
});

test('times are written in the largest unit of which they are whole', () => {
  expect([1, 90, 60, 3600, 5400, 7200, 0.5].map(pybammSpan)).toEqual([
    '1 second',
    '90 seconds',
    '1 minute',
    '1 hour',
    '90 minutes',
    '2 hours',
    '0.5 seconds',
  ]);
});
