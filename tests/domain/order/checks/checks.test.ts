import { expect, test } from 'vitest';
import { checksOf, problemsWithPlacing } from '#domain/order/checks/checks.ts';
import type { Json } from '#domain/ground/json.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { formats } from '#domain/order/data/formats.ts';
import { chemistries } from '#domain/order/data/chemistries.ts';
import { changesOfChoice, changesOfNewTest, changesOfTypical } from '#domain/order/fields/presets.ts';
import { safetyTests, testTypes, type SafetyTest, type TestType } from '#domain/order/data/tests.ts';
import { cycle, delivered, m50, rpt } from '../orders.ts';

const good: OrderDoc = {
  ...m50,
  ...delivered,
  'electrodes/anode/electrodeHorizontalLength_mm': 800,
  'electrodes/cathode/electrodeVerticalLength_mm': 63,
  'electrodes/anode/electrodeVerticalLength_mm': 65,
  separatorInnerTurns: 1,
};

const codes = (doc: OrderDoc, level?: string) =>
  checksOf(doc)
    .filter((check) => level === undefined || check.level === level)
    .map((check) => check.code);

function write(doc: OrderDoc, changes: { path: string; value: Json }[]): void {
  for (const { path, value } of changes) doc[path] = value;
}

/** The order after a user made these choices, with all changes that follow from them. */
function chosen(...choices: [string, string][]): OrderDoc {
  const doc: OrderDoc = {};
  for (const [path, value] of choices) write(doc, changesOfChoice({ ...doc }, path, value));
  return doc;
}

test('a sound order has nothing against it', () => {
  expect(problemsWithPlacing(good)).toEqual([]);
  expect(problemsWithPlacing({ ...good, service: 'both', ...rpt('a') })).toEqual([]);
});

test('an empty order lists its first required fields', () => {
  expect(problemsWithPlacing({})).toEqual([
    { path: 'service', code: 'REQUIRED', message: 'This is needed.', text: { key: 'REQUIRED', values: [] } },
  ]);
});

test.each(formats.map((format) => format.code))(
  'the typical %s can be placed as proposed, for every chemistry',
  (format) => {
    for (const { code } of chemistries) {
      const doc = chosen(['service', 'prototyping'], ['format', format], ['chemistry', code]);
      expect(codes(doc, 'block')).toEqual([]);
      expect(codes(doc, 'warn')).toEqual([]);
    }
  },
);

test.each<[TestType, SafetyTest | undefined]>([
  ...testTypes.map(({ code }): [TestType, undefined] => [code, undefined]),
  ...safetyTests.map(({ code }): [TestType, SafetyTest] => ['Safety', code]),
])('a proposed %s (%s) can be placed for every chemistry', (type, safetyTest) => {
  for (const { code } of chemistries) {
    const doc = chosen(['service', 'testing'], ['format', '21700'], ['chemistry', code]);
    write(doc, [{ path: 'nominalCapacity_Ah', value: 4 }, ...changesOfNewTest(doc, 't1', type, safetyTest)]);
    expect([code, problemsWithPlacing(doc)]).toEqual([code, []]);
  }
});

test('another format replaces what was proposed and keeps what was written', () => {
  let doc = chosen(['service', 'prototyping'], ['format', '21700'], ['chemistry', 'LFP/graphite']);
  doc = { ...doc, windingShaftDiameter_mm: 3.2 };
  const changes = changesOfChoice(doc, 'format', '18650');
  const at = (path: string) => changes.find((change) => change.path === path)?.value;
  // Coatings of LFP are thinner than those of NMC, for which 620 mm fill the can.
  expect(at('electrodes/cathode/electrodeHorizontalLength_mm')).toBe(770);
  expect(at('windingShaftDiameter_mm')).toBeUndefined();
});

test('typical values fill what is empty and leave what is not', () => {
  const doc: OrderDoc = { service: 'prototyping', format: '21700', chemistry: 'NMC/graphite', quantity: 30 };
  const changes = changesOfTypical(doc);
  expect(changes.map((change) => change.path)).not.toContain('quantity');
  write(doc, changes);
  expect(codes(doc, 'block')).toEqual([]);
  expect(changesOfTypical(doc)).toEqual([]);
});

test('another chemistry moves the proposed voltage window of a test with it', () => {
  const doc = chosen(['service', 'testing'], ['format', '21700'], ['chemistry', 'NMC/graphite']);
  write(doc, changesOfNewTest(doc, 't1', 'RPT'));
  const changes = changesOfChoice(doc, 'chemistry', 'LFP/graphite');
  expect(changes.find((change) => change.path === 'tests/t1/upperVoltage')?.value).toBe(3.65);
});

test.each<[string, OrderDoc, string, 'block' | 'warn' | 'info']>([
  [
    'too wide a roll',
    { 'electrodes/cathode/electrodeHorizontalLength_mm': 860, 'electrodes/anode/electrodeHorizontalLength_mm': 890 },
    'ROLL_TOO_WIDE',
    'block',
  ],
  [
    'a loose roll',
    { 'electrodes/cathode/electrodeHorizontalLength_mm': 700, 'electrodes/anode/electrodeHorizontalLength_mm': 730 },
    'ROLL_LOOSE',
    'info',
  ],
  ['loading against thickness', { 'electrodes/cathode/massLoading_mg_cm2': 34 }, 'COATING_DENSITY', 'warn'],
  ['too few cells', { quantity: 19 }, 'TOO_FEW_CELLS', 'block'],
  ['more capacity than anybody builds', { nominalCapacity_Ah: 7 }, 'CAPACITY_HIGH', 'warn'],
  [
    'a thick foil',
    { 'electrodes/anode/current_collector_foil_thickness': 0.03 },
    'UNUSUAL_CURRENT_COLLECTOR_FOIL_THICKNE',
    'warn',
  ],
  ['how it ships', {}, 'TRANSPORT_BELOW', 'info'],
])('%s is said where it is', (_, changes, code, level) => {
  const check = checksOf({ ...good, ...changes }).find((each) => each.code === code);
  expect(check?.level).toBe(level);
  expect(codes(good, 'block')).not.toContain(code);
});

test.each<[string, OrderDoc, string, 'block' | 'warn' | 'info']>([
  ['a window below the chemistry', { lowerVoltage: 1.9 }, 'WINDOW_LOW', 'block'],
  ['a window above the chemistry', { upperVoltage: 4.45 }, 'WINDOW_HIGH', 'block'],
  ['no window at all', { upperVoltage: 2.6 }, 'WINDOW_NARROW', 'block'],
  ['a wide window', { upperVoltage: 4.3 }, 'WINDOW_WIDE', 'warn'],
  ['a cut-off over the charge', { cutoffCurrent: { value: 0.5, unit: 'C' } }, 'CUTOFF_ABOVE_CHARGE', 'block'],
  ['an early cut-off', { cutoffCurrent: { value: 0.19, unit: 'C' } }, 'CUTOFF_EARLY', 'warn'],
  ['a tiny cut-off', { cutoffCurrent: { value: 0.005, unit: 'C' } }, 'CUTOFF_UNUSUAL', 'warn'],
  ['more heat than a test bears', { temp: 81 }, 'TEMP_UNSAFE', 'block'],
  ['heat', { temp: 60 }, 'TEMP_HOT', 'warn'],
  ['cold', { temp: -10 }, 'TEMP_COLD', 'warn'],
  ['a fast charge in the cold', { temp: 5, chargeCurrent: { value: 1.5, unit: 'C' } }, 'FAST_CHARGE_COLD', 'warn'],
  ['no soak', { temp: 45, chamberWaitingTime: 0 }, 'SOAK_NONE', 'warn'],
  ['more current than a channel has', { dischargeCurrent: { value: 450, unit: 'A' } }, 'CURRENT_TOO_LARGE', 'block'],
  ['half a pulse', { pulseDuration: 10 }, 'PULSE_INCOMPLETE', 'block'],
  ['a pulse recorded coarsely', { pulseDuration: 10, samplingInterval: 2 }, 'PULSE_COARSE', 'info'],
  ['a pulse that moves the cell', { pulseDuration: 180, pulseCurrent: { value: 1, unit: 'C' } }, 'PULSE_DRIFT', 'warn'],
  ['a short rest between pulses', { pulseDuration: 30, restTimeBetweenPulses: 5 }, 'PULSE_REST_SHORT', 'warn'],
  ['a short rest', { restTime: 60 }, 'UNUSUAL_RESTTIME', 'warn'],
  ['one cell', { cellsPerCondition: 1 }, 'FEW_CELLS', 'info'],
  ['more cells than there are', { cellsPerCondition: 50 }, 'CELLS_TOO_FEW', 'block'],
])('in a test, %s is said where it is', (_, changes, code, level) => {
  const base = { ...good, service: 'both', ...rpt('a') };
  expect(codes(base)).not.toContain(code);
  expect(checksOf({ ...base, ...rpt('a', changes) }).find((each) => each.code === code)?.level).toBe(level);
});

test('a test order without capacity or without tests is not placed', () => {
  const doc = chosen(['service', 'testing'], ['format', 'prismatic'], ['chemistry', 'LFP/graphite']);
  expect(codes(doc, 'block')).toEqual(['REQUIRED', 'NO_TESTS']);
  expect(codes({ ...doc, ...rpt('a', { upperVoltage: 3.6 }) }, 'block')).toContain('NO_CAPACITY');
  expect(codes({ ...doc, ...rpt('a', { upperVoltage: 3.6 }), 'tests/a/removed': true }, 'block')).toEqual([
    'REQUIRED',
    'NO_TESTS',
  ]);
});

test('what ends the hold decides which value is needed', () => {
  const base = { ...good, service: 'both', ...rpt('a', { cvEndingCondition: 'time', cutoffCurrent: null }) };
  const missing = problemsWithPlacing(base).map((problem) => problem.path);
  expect(missing).toEqual(['tests/a/cutoffTime']);
});

test('a warning holds the order until it is ticked, and again when its figures change', () => {
  const warned = { ...good, service: 'both', ...cycle('a', { temp: 50 }) };
  const check = checksOf(warned).find((each) => each.code === 'TEMP_HOT');
  expect(check?.tick?.path).toBe('ack/TEMP_HOT/a');
  expect(problemsWithPlacing(warned).map((problem) => problem.code)).toEqual(['TEMP_HOT']);
  const ticked = { ...warned, [check?.tick?.path ?? '']: check?.tick?.value ?? '' };
  expect(problemsWithPlacing(ticked)).toEqual([]);
  expect(problemsWithPlacing({ ...ticked, 'tests/a/temp': 55 }).map((problem) => problem.code)).toEqual(['TEMP_HOT']);
});

test('two warnings never share a tick', () => {
  const doc = {
    ...good,
    'electrodes/cathode/coating_meter_count': 12,
    'electrodes/anode/coating_meter_count': 12,
    'electrodes/cathode/coatingThickness_mm': 0.2,
    'electrodes/anode/coatingThickness_mm': 0.2,
    separatorThickness_mm: 0.05,
  };
  const ticks = checksOf(doc).flatMap((check) => (check.tick === null ? [] : [check.tick.path]));
  expect(ticks.length).toBeGreaterThan(4);
  expect(new Set(ticks).size).toBe(ticks.length);
});
