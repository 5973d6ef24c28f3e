import { expect, test } from 'vitest';
import { problemWithChange } from '#domain/order/fields/change.ts';
import { electrodes } from '#domain/order/data/electrodes.ts';
import type { Field } from '#domain/order/data/field.ts';
import { electrodeFields, orderFields } from '#domain/order/fields/fields.ts';
import { formats } from '#domain/order/data/formats.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { applicableFields } from '#domain/order/fields/paths.ts';
import { changesOfChoice } from '#domain/order/fields/presets.ts';
import { valueText } from '#domain/order/cell/value-text.ts';
import { readText } from '../../../../src/order/parts/value-text.ts';

/** Every field of the cell design: definition, default, range, and its way from the keyboard to the order and back. */

const design = [
  ...orderFields.filter(({ step }) => step === 'cell').map((field) => ({ path: field.key, item: '', field })),
  ...electrodes.flatMap((item) =>
    electrodeFields.map((field) => ({ path: `electrodes/${item}/${field.key}`, item, field })),
  ),
];
const rows = design.map((row) => [row.path, row] as const);

const specified =
  'cellCan insulator tab_anode tab_cathode topCap windingShaftDiameter_mm electrodePhaseShift_mm separatorInnerTurns separatorOuterTurns electrodeVerticalLength_mm electrodeHorizontalLength_mm coatedAreaWidth_mm uncoatedAreaVerticalLength_mm uncoatedAreaHorizontalLength_mm coating_meter_count coating_width uncoated_area_width_front coating_area_length_front current_collector_foil_width current_collector_foil_thickness ab_offset coating_method electrode_form'.split(
    ' ',
  );

function proposed(format: string): OrderDoc {
  const choices = [
    ['service', 'prototyping'],
    ['format', format],
    ['chemistry', 'NMC/graphite'],
  ] as const;
  const doc: OrderDoc = {};
  for (const [path, value] of choices)
    for (const change of changesOfChoice({ ...doc }, path, value)) doc[change.path] = change.value;
  return doc;
}

const orders = formats.map(({ code }) => proposed(code));

test('an order has the 23 design fields of the specification by their names', () => {
  expect(specified).toHaveLength(23);
  expect(specified.filter((key) => !design.some(({ field }) => field.key === key))).toEqual([]);
});

test.each(rows)('%s says what it is and where its figures come from', (_, { field }) => {
  expect(field.definition.length).toBeGreaterThan(5);
  expect(field.basis.length).toBeGreaterThan(5);
});

test.each(rows)('%s is proposed within its range and its options, in every format that has it', (path, row) => {
  const having = orders.filter((doc) => applicableFields(doc).some((each) => each.path === path));
  expect(having.length > 0 || isForPatches(row.field)).toBe(true);
  for (const doc of having) {
    const value = row.field.typical?.(doc, row.item);
    if (value === undefined) continue;
    expect(problemWithChange(path, value)).toBeUndefined();
    expect(row.field.fitting?.(doc, row.item)?.some((option) => option === value) ?? true).toBe(true);
    const usual = row.field.usual?.(doc, row.item);
    if (usual === undefined || typeof value !== 'number') continue;
    expect(value).toBeGreaterThanOrEqual(usual[0]);
    expect(value).toBeLessThanOrEqual(usual[1]);
  }
});

function isForPatches(field: Field): boolean {
  return field.key === 'coating_area_length_front' || field.key === 'coating_gap_mm';
}

const numeric = rows.flatMap(([path, { field }]) =>
  field.kind.is === 'number' ? [{ path, field, ...field.kind }] : [],
);

test.each(numeric)('$path takes its smallest and its largest value, and nothing beyond', ({ path, min, max }) => {
  const step = (max - min) * 1e-6;
  expect([min, max].map((value) => problemWithChange(path, value))).toEqual([undefined, undefined]);
  expect(problemWithChange(path, min - step)?.code).toBe('OUT_OF_RANGE');
  expect(problemWithChange(path, max + step)?.code).toBe('OUT_OF_RANGE');
});

test.each(numeric)('$path is shown as it was typed, with a decimal comma too', ({ path, field, min, max }) => {
  const factor = field.shown?.factor ?? 1;
  for (const stored of [min, max]) {
    const shown = valueText(field, stored);
    expect(Number(shown)).toBeCloseTo(stored * factor, 6);
    expect(readText(field, path, shown)).toMatchObject({ value: stored });
    const unit = field.shown?.unit ?? field.unit;
    expect(readText(field, path, `${shown.replace('.', ',')} ${unit}`)).toMatchObject({ value: stored });
  }
});

test.each([
  ['18650', 'layers', false],
  ['18650', 'separatorDiameter_mm', false],
  ['18650', 'windingShaftDiameter_mm', true],
  ['2032 coin', 'windingShaftDiameter_mm', false],
  ['2032 coin', 'separatorDiameter_mm', true],
  ['pouch multi-layer', 'layers', true],
  ['pouch multi-layer', 'topCap', false],
  ['pouch single-layer', 'layers', false],
  ['prismatic', 'housingThickness_mm', true],
])('a %s order has the field %s: %s', (format, path, has) => {
  expect(applicableFields(proposed(format)).some((each) => each.path === path)).toBe(has);
});

test('20 multi-layer pouches need lengths, layers, loading, separator, tabs and electrolyte', () => {
  const doc = proposed('pouch multi-layer');
  const needed = applicableFields(doc).filter(({ field }) => field.required?.(doc) ?? false);
  expect(needed.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'layers',
      'electrolyte',
      'separatorThickness_mm',
      'tab_cathode',
      'electrodes/cathode/electrodeHorizontalLength_mm',
      'electrodes/anode/electrodeVerticalLength_mm',
      'electrodes/anode/massLoading_mg_cm2',
    ]),
  );
});

test('another grade brings its specific capacity, and the loading that balances it', () => {
  const doc = proposed('21700');
  const changes = changesOfChoice(doc, 'electrodes/cathode/grade', 'NMC811');
  const at = (path: string) => changes.find((change) => change.path === path)?.value;
  expect(at('electrodes/cathode/specificCapacity_mAh_g')).toBe(200);
  expect(at('electrodes/anode/massLoading_mg_cm2')).toBeGreaterThan(Number(doc['electrodes/anode/massLoading_mg_cm2']));
});
