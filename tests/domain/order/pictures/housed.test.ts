import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice } from '#domain/order/fields/presets.ts';
import { innerThickness_mm, roomInHousing_mm, sheetStack_mm } from '#domain/order/cell/stack.ts';
import { drawnDocOf } from '#domain/order/pictures/drawn-doc.ts';
import { housedOf } from '#domain/order/pictures/housed.ts';

/** An order of a format with its typical values, and some of its own. */
function typical(format: string, more: OrderDoc = {}): OrderDoc {
  const doc: OrderDoc = { service: 'prototyping', ...more };
  const changes = changesOfChoice(doc, 'format', format);
  return drawnDocOf({ ...doc, ...Object.fromEntries(changes.map(({ path, value }) => [path, value])), ...more }).doc;
}

function isBlocked(doc: OrderDoc, code: string): boolean {
  return checksOf(doc).some((check) => check.code === code);
}

test.each([
  { format: 'pouch single-layer', layers: undefined, cathodes: 1, anodes: 1, bands: 5, isBundled: false },
  { format: 'pouch multi-layer', layers: 20, cathodes: 20, anodes: 21, bands: 83, isBundled: false },
  { format: 'pouch multi-layer', layers: 40, cathodes: 40, anodes: 41, bands: 163, isBundled: false },
  { format: 'pouch multi-layer', layers: 41, cathodes: 41, anodes: 42, bands: 42, isBundled: true },
  { format: 'prismatic', layers: 60, cathodes: 60, anodes: 61, bands: 42, isBundled: true },
])('a $format with $layers layers is drawn with every sheet it has, or as a bundle', (row) => {
  const doc = typical(row.format, row.layers === undefined ? {} : { layers: row.layers });
  const sheets = housedOf(doc)?.sheets;
  expect(sheets).toMatchObject({ cathodes: row.cathodes, anodes: row.anodes });
  expect(sheets?.bands).toHaveLength(row.bands);
  expect(sheets?.bundle !== undefined).toBe(row.isBundled);
  const drawn = (sheets?.bands ?? []).reduce((sum, { thickness_mm }) => sum + thickness_mm, 0);
  expect(drawn + (sheets?.bundle?.thickness_mm ?? 0)).toBeCloseTo(sheetStack_mm(doc) ?? 0, 9);
});

test('a stack fits in the picture exactly where the check lets it pass', () => {
  const verdicts = Array.from({ length: 60 }, (_, i) => {
    const doc = typical('prismatic', { layers: 30 + i });
    return { layers: 30 + i, drawn: (housedOf(doc)?.excess_mm ?? 0) > 0, isBlocked: isBlocked(doc, 'STACK_TOO_THICK') };
  });
  expect(verdicts.filter((each) => each.drawn !== each.isBlocked)).toEqual([]);
  expect(new Set(verdicts.map((each) => each.isBlocked)).size).toBe(2);
});

test('a stack exactly as thick as the room fits, and one a hair thicker does not', () => {
  const doc = typical('prismatic');
  const stack = sheetStack_mm(doc) ?? 0;
  const wall = (Number(doc['housingThickness_mm']) - (innerThickness_mm(doc) ?? 0)) / 2;
  const rows = [0.001, -0.001].map((spare) => {
    const each = { ...doc, housingThickness_mm: stack + 2 * wall + spare };
    return { excess: housedOf(each)?.excess_mm ?? 0, isBlocked: isBlocked(each, 'STACK_TOO_THICK') };
  });
  expect(rows[0]).toEqual({ excess: 0, isBlocked: false });
  expect(rows[1]?.excess).toBeCloseTo(0.001, 9);
  expect(rows[1]?.isBlocked).toBe(true);
});

test.each(['prismatic', 'pouch multi-layer'])(
  'a flat roll in a %s fits exactly where the check lets it pass',
  (format) => {
    const base = typical(format, { assembly: 'wound' });
    const at = Number(base['housingThickness_mm']);
    const verdicts = [0.4, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.2, 1.5].map((factor) => {
      const doc = { ...base, housingThickness_mm: at * factor };
      const housed = housedOf(doc);
      expect(housed?.sheets).toBeUndefined();
      expect(housed?.flat?.turns).toBeGreaterThan(1);
      return { drawn: (housed?.excess_mm ?? 0) > 0, isBlocked: isBlocked(doc, 'FLAT_ROLL_TOO_THICK') };
    });
    expect(verdicts.filter((each) => each.drawn !== each.isBlocked)).toEqual([]);
    expect(new Set(verdicts.map((each) => each.isBlocked)).size).toBe(2);
  },
);

test('a sheet too wide for its housing is said exactly where the check stops it', () => {
  const verdicts = [120, 140, 145, 146, 146.4, 146.5, 150].map((width) => {
    const doc = typical('prismatic', { 'electrodes/anode/electrodeHorizontalLength_mm': width });
    const by = housedOf(doc)?.tooLarge_mm ?? 0;
    expect(by).toBeCloseTo(Math.max(0, -(roomInHousing_mm(doc) ?? 0)), 9);
    return { drawn: by > 0, isBlocked: isBlocked(doc, 'SHEET_TOO_LARGE') };
  });
  expect(verdicts.filter((each) => each.drawn !== each.isBlocked)).toEqual([]);
  expect(new Set(verdicts.map((each) => each.isBlocked)).size).toBe(2);
});

test('a pouch whose size follows from its sheets has no verdict', () => {
  expect(housedOf(typical('pouch multi-layer'))).toMatchObject({ room_mm: undefined, excess_mm: 0, tooLarge_mm: 0 });
});

test('a pouch whose thickness is typed is judged by it, exactly as the check does', () => {
  const verdicts = [3, 4, 5, 6, 7, 8, 9, 12].map((housingThickness_mm) => {
    const doc = { ...typical('pouch multi-layer'), housingThickness_mm };
    return { drawn: (housedOf(doc)?.excess_mm ?? 0) > 0, isBlocked: isBlocked(doc, 'STACK_TOO_THICK') };
  });
  expect(verdicts.filter((each) => each.drawn !== each.isBlocked)).toEqual([]);
  expect(new Set(verdicts.map((each) => each.isBlocked)).size).toBe(2);
});
