import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks/checks.ts';
import { askedDesignIn } from '#domain/order/design/asked-design.ts';
import { docOfDesign } from '#domain/order/design/parameters.ts';
import { solvedDesign } from '#domain/order/design/solve.ts';
import { asNumber } from '#domain/order/data/field.ts';
import { webOf } from '#domain/order/pictures/webs.ts';
import { changesOfTypedValue } from '#domain/order/fields/presets.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';

const designed = (text: string): OrderDoc => docOfDesign(solvedDesign(askedDesignIn(text).asked).parameters);
const cathode = 'electrodes/cathode/tabWidth_mm';
const anode = 'electrodes/anode/tabWidth_mm';

test.each([
  '3 Ah pouch NMC811/graphite',
  '0.5 Ah pouch LFP',
  '20 Ah pouch',
  '100 Ah pouch LFP',
  '40 mAh single-layer pouch',
  '50 Ah prismatic LFP',
  'pouch 60 x 90 mm, 5 mm thick',
])('the tabs of “%s” fit side by side, in the order and in its drawing', (text) => {
  const doc = designed(text);
  const blocks = checksOf(doc).filter(({ code }) => code.startsWith('TAB'));
  expect(blocks).toEqual([]);
  const [left, right] = [webOf(doc, 'cathode')?.tabs[0], webOf(doc, 'anode')?.tabs[0]];
  const sheet = asNumber(doc['electrodes/anode/electrodeHorizontalLength_mm']) ?? 0;
  const overhang = (sheet - (asNumber(doc['electrodes/cathode/electrodeHorizontalLength_mm']) ?? 0)) / 2;
  const end = overhang + (left?.x_mm ?? 0) + (left?.width_mm ?? 0);
  expect((right?.x_mm ?? 0) - end).toBeGreaterThan(1);
  expect((right?.x_mm ?? 0) + (right?.width_mm ?? 0)).toBeLessThan(sheet);
});

test('a small pouch has tabs of 8 to 15 mm', () => {
  for (const text of ['1 Ah pouch', '3 Ah pouch NMC811', '2 Ah pouch LFP']) {
    const width = asNumber(designed(text)[cathode]) ?? 0;
    expect(width).toBeGreaterThanOrEqual(8);
    expect(width).toBeLessThanOrEqual(15);
  }
});

test('tabs that touch are refused with the width that fits', () => {
  const doc = designed('3 Ah pouch NMC811/graphite');
  for (const width of [30, 60]) {
    const found = checksOf({ ...doc, [cathode]: width, [anode]: width }).find(({ code }) => code === 'TABS_TOUCH');
    expect(found?.level).toBe('block');
    expect(found?.message).toMatch(/Make each at most \d+ mm wide/);
  }
});

test('a proposed tab follows the width of the sheet, and a typed one stays', () => {
  const doc = designed('3 Ah pouch NMC811/graphite');
  const path = 'electrodes/cathode/electrodeHorizontalLength_mm';
  expect(changesOfTypedValue(doc, path, 30)).toContainEqual({ path: cathode, value: 8 });
  expect(changesOfTypedValue({ ...doc, [cathode]: 9.5 }, path, 30).map((change) => change.path)).not.toContain(cathode);
});
