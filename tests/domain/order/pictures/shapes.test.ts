import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice } from '#domain/order/fields/presets.ts';
import { stackThickness_mm } from '#domain/order/cell/roll.ts';
import { drawnDocOf } from '#domain/order/pictures/drawn-doc.ts';
import { layersOf, thicknessOf_mm } from '../../../../src/order/pictures/layers.ts';
import { rollShapesOf } from '#domain/order/pictures/roll-shapes.ts';
import { scaleFrom, scaleWithin } from '../../../../src/order/pictures/scale.ts';
import { pointsOf, spiralPath } from '#domain/order/pictures/spiral.ts';
import { facingOn, webOf } from '#domain/order/pictures/webs.ts';

const cathodeLength = 'electrodes/cathode/electrodeHorizontalLength_mm';

/** An order in which the format was chosen, so that its typical values are filled in. */
function chosen(format: string, more: OrderDoc = {}): OrderDoc {
  const doc: OrderDoc = { service: 'prototyping' };
  const changes = changesOfChoice(doc, 'format', format);
  return { ...doc, ...Object.fromEntries(changes.map(({ path, value }) => [path, value])), ...more };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not drawn.');
  return value;
}

test('a spiral has its pitch between turns, and starts and ends where it is said to', () => {
  const spiral = { from_mm: 2, pitch_mm: 0.4, turns: [0, 2.25] as const };
  const points = pointsOf(spiral);
  expect(points.map(({ turn }) => turn)).toEqual([0, 0.5, 1, 1.5, 2, 2.25]);
  expect(points[0]).toMatchObject({ x: 2, y: 0 });
  expect((points[4]?.x ?? 0) - (points[2]?.x ?? 0)).toBeCloseTo(0.4, 9);
  expect(Math.hypot(points[5]?.x ?? 0, points[5]?.y ?? 0)).toBeCloseTo(2.9, 9);
  expect(spiralPath(spiral).match(/A/g)).toHaveLength(5);
  expect(spiralPath({ ...spiral, turns: [1, 1] })).toBe('');
});

test.each(['18650', '21700', '26650', '32140', '4680'])(
  'the roll of a %s is drawn as wide as it is derived',
  (format) => {
    const shapes = present(rollShapesOf(chosen(format)));
    const { roll, can, anode, cathode } = shapes;
    expect(shapes.wound_mm).toBeLessThanOrEqual(roll.diameter_mm);
    expect(shapes.clearance_mm).toBeCloseTo(((can?.inner_mm ?? 0) - roll.diameter_mm) / 2, 9);
    for (const { path, thickness_mm } of [anode, cathode]) {
      const radii = [...path.matchAll(/A(\S+)/g)].map(([, radius]) => Number(radius));
      expect(Math.max(...radii) + thickness_mm / 2).toBeLessThanOrEqual(shapes.wound_mm / 2 + 0.01);
      expect(Math.min(...radii) - thickness_mm / 2).toBeGreaterThanOrEqual(roll.start_mm / 2 - 0.01);
      expect(radii.length).toBeGreaterThan(2 * roll.turns - 6);
    }
  },
);

test('the roll fits in the picture exactly where the check lets it pass', () => {
  const verdicts = [780, 800, 820, 830, 835, 840, 845, 850, 900].map((length) => {
    const doc = chosen('21700', {
      [cathodeLength]: length,
      'electrodes/anode/electrodeHorizontalLength_mm': length + 30,
    });
    const isBlocked = checksOf(doc).some(({ code }) => code === 'ROLL_TOO_WIDE');
    return { drawn: (rollShapesOf(doc)?.excess_mm ?? 0) > 0, isBlocked };
  });
  expect(verdicts.filter(({ drawn, isBlocked }) => drawn !== isBlocked)).toEqual([]);
  expect(new Set(verdicts.map(({ isBlocked }) => isBlocked)).size).toBe(2);
});

test('values that are not given are drawn with the typical ones, and known as such', () => {
  const { [cathodeLength]: _, ...without } = chosen('21700');
  const { doc, assumed } = drawnDocOf(without);
  expect(doc[cathodeLength]).toBe(800);
  expect(assumed.has(cathodeLength)).toBe(true);
  expect(assumed.has('windingShaftDiameter_mm')).toBe(false);
});

test('an electrode laid flat has its coated areas, its tab in the bare foil, and its phase shift', () => {
  const doc = chosen('21700');
  const [cathode, anode] = [present(webOf(doc, 'cathode')), present(webOf(doc, 'anode'))];
  expect(cathode).toMatchObject({ start_mm: 10, length_mm: 800, height_mm: 63 });
  expect(cathode.front).toEqual([{ x_mm: 8, y_mm: 0, width_mm: 792, height_mm: 63 }]);
  expect(cathode.tabs).toMatchObject([{ x_mm: 2, width_mm: 4 }]);
  expect(facingOn(anode, cathode)).toEqual({ x_mm: 18, y_mm: 0.75, width_mm: 792, height_mm: 63 });
});

test('with three tabs the bare foil is spread from the start to the end', () => {
  const doc = chosen('21700', {
    'electrodes/cathode/tabCount': 3,
    'electrodes/cathode/uncoatedAreaHorizontalLength_mm': 30,
    'electrodes/cathode/ab_offset': 0.5,
  });
  const cathode = webOf(doc, 'cathode');
  expect(cathode?.front.map(({ x_mm, width_mm }) => [x_mm, width_mm])).toEqual([
    [10, 385],
    [405, 385],
  ]);
  expect(cathode?.tabs).toHaveLength(3);
  expect(cathode?.back[0]?.y_mm).toBe(0.5);
});

test('the layers of one turn are as thick as the derived stack', () => {
  const doc = chosen('21700');
  expect(thicknessOf_mm(layersOf(doc) ?? [])).toBeCloseTo(stackThickness_mm(doc) ?? 0, 9);
  expect((layersOf(doc) ?? []).map(({ material }) => material)).toEqual([
    'separator',
    'anode',
    'copper',
    'anode',
    'separator',
    'cathode',
    'aluminum',
    'cathode',
  ]);
});

test('scales have round factors, and never exceed or fall below what they are asked for', () => {
  expect(scaleWithin(21, 300).factor).toBe(3);
  expect(scaleWithin(0.3736, 300).factor).toBe(200);
  expect(scaleFrom(64.5, 34).factor).toBeCloseTo(1 / 6, 9);
  expect(scaleWithin(46, 300).px_per_mm * 46).toBeLessThanOrEqual(300);
  expect(scaleFrom(73.5, 34).px_per_mm * 73.5).toBeGreaterThanOrEqual(34);
});
