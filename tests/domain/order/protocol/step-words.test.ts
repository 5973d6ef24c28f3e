import { expect, test } from 'vitest';
import { pybammCurrent } from '#domain/order/protocol/pybamm-words.ts';
import { cRateOf } from '#domain/order/protocol/parameters.ts';
import { benchLines, currentText, stepText } from '#domain/order/protocol/step-words.ts';

const said = (_: string, values: object) => JSON.stringify(values);

test.each([
  [2 / 3, '2/3C'],
  [5 / 12, '5/12C'],
  [1 / 3, 'C/3'],
  [0.5, 'C/2'],
  [1.5, '1.5C'],
  [0.67, '0.67C'],
])('a rate typed as %d is “%s” in the list of steps', (rate, text) => {
  expect(currentText(cRateOf(rate))).toBe(text);
});

test('a step and its end, and a step on the bench, say 2/3C, and PyBaMM reads a decimal', () => {
  const setpoints = { ...cRateOf(2 / 3), voltage: { value: 4.2, unit: 'V' } } as const;
  const end = { quantity: 'c_rate', value: 0.416667, unit: 'C', direction: 'below' } as const;
  expect(stepText(said, 'en', { mode: 'cccv', direction: 'charge', setpoints, termination: [end] })).toMatch(
    /"current":"2\/3C".*"end":"5\/12C"/,
  );
  const step = { code: 'overcharge', hours: 1, values: { current: { value: 0.666667, unit: 'C' } } } as const;
  expect(JSON.stringify(benchLines(said, 'en', [step], 0))).toContain('2/3C');
  expect(pybammCurrent(cRateOf(2 / 3))).toBe('0.666667C');
});
