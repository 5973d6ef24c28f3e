import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks/checks.ts';
import { coatingNeed_m } from '#domain/order/cell/coating-need.ts';
import { askedDesignIn } from '#domain/order/design/asked-design.ts';
import type { AskedDesign } from '#domain/order/data/asked.ts';
import { designChanges } from '#domain/order/design/design-changes.ts';
import { docOfDesign } from '#domain/order/design/parameters.ts';
import { slidersOf, withSlider } from '#domain/order/design/sliders.ts';
import { solvedDesign } from '#domain/order/design/solve.ts';
import { electrodes } from '#domain/order/data/electrodes.ts';
import { formatOf } from '#domain/order/data/formats.ts';
import { leverRows } from '#domain/order/levers/lever-rows.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfTypedValue, withChanges } from '#domain/order/fields/presets.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';

/** How many meters an order asks for that is filled from a design card. */

/** Cells of every format and of several chemistries, small and large. */
const cells = [
  ...[1, 2, 5, 10, 20].flatMap((capacity) => [`${capacity} Ah pouch LFP`, `${capacity} Ah pouch NMC811`]),
  '0.5 Ah pouch NMC622 3 mAh/cm²',
  '2 Ah pouch LTO',
  '2 Ah pouch LCO',
  '2 Ah pouch NMC half cell',
  '10 Ah pouch NMC622',
  '20 Ah pouch, NMC811, 4 mAh/cm²',
  'pouch 250 x 300 mm, 20 layers, LFP',
  '40 mAh single-layer pouch LFP',
  '3 Ah 18650 NMC811/Si-graphite',
  '1.2 Ah 18650 sodium-ion',
  '4 Ah 21700 NMC811',
  '2 Ah 21700 LFP',
  '26650 LFP 2.3 Ah',
  '4680 LFP 10 Ah',
  'prismatic LFP 20 Ah',
  'prismatic NMC622 50 Ah',
  'coin cell 3 mAh LCO',
  'CR2032 half cell NMC811 2 mAh/cm2 12 mm',
];
const counts = [1, 5, 20, 200];

const metersOf = (doc: OrderDoc) => electrodes.map((electrode) => doc[`electrodes/${electrode}/coating_meter_count`]);
const needsOf = (doc: OrderDoc) => electrodes.map((electrode) => coatingNeed_m(doc, electrode));

/** Fills an order from the card of a described cell. */
function filled(text: string, asked: AskedDesign = {}, start: OrderDoc = {}): OrderDoc {
  const designed = docOfDesign(solvedDesign({ ...askedDesignIn(text).asked, ...asked }).parameters);
  return withChanges(start, designChanges(designed, start));
}

/** The findings about the meters of an order: codes of checks, and the advice to coat less. */
function toldOf(doc: OrderDoc): string[] {
  const less = leverRows.find(({ code }) => code === 'fewerMeters')?.proposals(doc, exampleRateCard) ?? [];
  const codes = checksOf(doc).filter(({ path }) => path.endsWith('/coating_meter_count'));
  return [...less.map(({ values }) => `${String(values[0])} m less`), ...codes.map(({ code }) => code)];
}

test.each(cells.flatMap((text) => counts.map((quantity) => [text, quantity] as const)))(
  'filled with “%s”, %i cells, an order has the meters that its cells need, no fewer and no more',
  (text, quantity) => {
    const doc = filled(text, { quantity });
    expect(doc['quantity']).toBe(quantity);
    // For coin cells no need is computed: the smallest coating is many times what their discs take.
    expect(metersOf(doc)).toEqual(formatOf(doc)?.shape === 'coin' ? [10, 10] : needsOf(doc));
    expect(toldOf(doc)).toEqual([]);
  },
);

test('the meters of 20 pouches of 2 Ah, by hand', () => {
  const doc = filled('2 Ah pouch, LFP, 20 cells');
  expect(doc).toMatchObject({
    layers: 9,
    'electrodes/cathode/electrodeHorizontalLength_mm': 56.59,
    'electrodes/cathode/electrodeVerticalLength_mm': 91.95,
    'electrodes/cathode/coating_width': 200,
  });
  // Two lanes of 81.95 mm in 200 mm. 20 × 9 sheets of 56.59 + 5 mm: 11.09 m on one lane, 6.93 m on two with 80 % yield.
  // 20 × 10 anode sheets of 58.59 + 5 mm: 12.72 m, 7.95 m. Both with 10 m of start-up, rounded up.
  expect(metersOf(doc)).toEqual([17, 18]);
});

test('when the number of cells is changed afterwards, the meters follow', () => {
  const doc = filled('2 Ah pouch, LFP, 20 cells');
  for (const quantity of [5, 24]) {
    const next = withChanges(doc, [
      { path: 'quantity', value: quantity },
      ...changesOfTypedValue(doc, 'quantity', quantity),
    ]);
    expect(metersOf(next)).toEqual(needsOf({ ...doc, quantity }));
    expect(toldOf(next)).toEqual([]);
  }
});

test('a cell that a slider makes larger or smaller has the meters that it needs then', () => {
  const { parameters } = solvedDesign(askedDesignIn('2 Ah pouch, LFP, 20 cells').asked);
  for (const slider of slidersOf(parameters)) {
    for (const value of [slider.least, slider.most]) {
      const doc = docOfDesign(withSlider(parameters, slider, value));
      expect([slider.label, metersOf(doc)]).toEqual([slider.label, needsOf(doc)]);
    }
  }
});

test('what an order held of another cell, shown or hidden, does not change the need of the designed one', () => {
  const start: OrderDoc = {
    service: 'prototyping',
    format: '2032 coin',
    assembly: 'wound',
    'electrodes/cathode/lanes': 1,
    'electrodes/cathode/coating_gap_mm': 400,
    'electrodes/anode/coating_meter_count': 300,
  };
  const doc = filled('2 Ah pouch, LFP, 20 cells', {}, start);
  expect(doc).toMatchObject({ 'electrodes/cathode/lanes': null, 'electrodes/cathode/coating_gap_mm': null });
  expect(metersOf(doc)).toEqual([17, 18]);
  expect(toldOf(doc)).toEqual([]);
});

test('an order cannot ask for more than 5000 m: cells that need more are filled with that, and it is said', () => {
  const doc = filled('280 Ah prismatic LFP 174 x 72 x 207 mm, 200 cells');
  expect(needsOf(doc)).toEqual([8076, 8213]);
  expect(metersOf(doc)).toEqual([5000, 5000]);
  expect(toldOf(doc)).toEqual(['COATING_TOO_SHORT', 'COATING_TOO_SHORT']);
  // Fewer cells afterwards need less: the meters follow.
  const fewer = withChanges(doc, [{ path: 'quantity', value: 20 }, ...changesOfTypedValue(doc, 'quantity', 20)]);
  expect(metersOf(fewer)).toEqual(needsOf(fewer));
  expect(toldOf(fewer)).toEqual([]);
});
