import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { Json } from '#domain/ground/json.ts';
import type { Field } from '#domain/order/data/field.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { valueText } from '#domain/order/cell/value-text.ts';
import { readText } from '../../../../src/order/parts/value-text.ts';

function fieldAt(path: string): Field {
  const place = parsePath(path);
  if (place?.is !== 'field') throw new Error(path);
  return place.field;
}

const foil = 'electrodes/cathode/current_collector_foil_thickness';
const charge = 'tests/t1/chargeCurrent';
const read = (path: string, text: string) => readText(fieldAt(path), path, text);

test.each([
  ['quantity', '24', { value: 24 }],
  ['quantity', ' ', { value: null }],
  ['quantity', '1,000', { problem: 'separators' }],
  ['quantity', '1.000', { problem: 'separators' }],
  ['quantity', '20 cells', { value: 20 }],
  ['quantity', '1 cell', { value: 1 }],
  ['quantity', '１２', { value: 12 }],
  ['quantity', 'twelve', { problem: 'whole' }],
  ['windingShaftDiameter_mm', '2.5 mm', { value: 2.5 }],
  ['windingShaftDiameter_mm', '2.5 cm', { problem: 'number' }],
  [foil, '12 µm', { value: 0.012 }],
  [foil, '12um', { value: 0.012 }],
  ['windingShaftDiameter_mm', '3,5', { value: 3.5, comma: '3.5' }],
  ['windingShaftDiameter_mm', '3.5', { value: 3.5 }],
  [foil, '15', { value: 0.015 }],
  [foil, '75.6', { problem: 'refused', said: { key: 'SHOWN_RANGE', values: { min: '4', max: '50', unit: 'µm' } } }],
  ['electrodes/cathode/coatingThickness_mm', '75.6', { value: 0.0756 }],
  ['tests/t1/restTime', '30', { value: 1800 }],
  [charge, '0.5 C', { value: { value: 0.5, unit: 'C' } }],
  [charge, '1/3 C', { value: { value: 0.333333, unit: 'C' } }],
  [charge, '2,5 A', { value: { value: 2.5, unit: 'A' }, comma: '2.5' }],
  [charge, ' C', { value: null }],
  ['tests/t1/socCheckpoints', '80, 50 20', { value: [80, 50, 20] }],
  ['title', ' First build ', { value: 'First build' }],
])('%s typed as "%s"', (path, text, reading) => {
  expect(read(path, text)).toEqual(reading);
});

test.each(['abc', '1.2.3', '1,234.5', 'Infinity', 'NaN', '1e999', '--1', '0x10', '1/0'])(
  '"%s" is no number',
  (text) => {
    expect(read('windingShaftDiameter_mm', text)).toHaveProperty('problem');
  },
);

test.each<[string, Json, string]>([
  [foil, 0.015, '15'],
  ['tests/t1/restTime', 1800, '30'],
  [charge, { value: 0.3333, unit: 'C' }, '0.3333 C'],
  ['tests/t1/socCheckpoints', [80, 50], '80, 50'],
  ['title', 'First build', 'First build'],
])('%s stored as %j is shown as "%s"', (path, value, text) => {
  expect(valueText(fieldAt(path), value)).toBe(text);
});

test('what is shown reads back as what is stored', () => {
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 500 }), (tenths) => {
      const stored = tenths / 10_000;
      expect(read(foil, valueText(fieldAt(foil), stored))).toEqual({ value: stored });
    }),
  );
});
