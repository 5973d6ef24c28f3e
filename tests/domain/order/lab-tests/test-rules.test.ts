import { expect, test } from 'vitest';
import type { Json } from '#domain/ground/json.ts';
import { problemWithChange } from '#domain/order/fields/change.ts';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfNewTest } from '#domain/order/fields/presets.ts';
import { testFields } from '#domain/order/fields/test-fields.ts';
import { safetyMatrix, testMatrix } from '#domain/order/data/test-matrix.ts';
import { safetyTests, testTypes, type SafetyTest, type TestType } from '#domain/order/data/tests.ts';
import { versionKeyOf } from '#domain/order/data/version-key.ts';
import { cycle, rpt } from '../orders.ts';

/** Ten sent cells of 4 Ah. */
const sent: OrderDoc = {
  service: 'testing',
  format: '21700',
  chemistry: 'NMC/graphite',
  quantity: 10,
  nominalCapacity_Ah: 4,
};

type Kind = TestType | SafetyTest;

/** The order with one proposed test whose parameters were changed. */
function withTest(kind: Kind, changes: Record<string, Json>, order: OrderDoc = {}): OrderDoc {
  const doc: OrderDoc = { ...sent, ...order };
  const safetyTest = safetyTests.find(({ code }) => code === kind)?.code;
  const type = testTypes.find(({ code }) => code === kind)?.code ?? 'Safety';
  for (const { path, value } of changesOfNewTest({ ...doc }, 'a', type, safetyTest)) doc[path] = value;
  for (const [key, value] of Object.entries(changes)) doc[`tests/a/${key}`] = value;
  return doc;
}

const found = (doc: OrderDoc, code: string) => checksOf(doc).find((check) => check.code === code);
const c = (value: number) => ({ value, unit: 'C' });
const day = 86_400;

interface Edge {
  kind: Kind;
  code: string;
  level: 'block' | 'warn' | 'info';
  at: string;
  /** Parameters with which the rule just applies, and just does not. */
  bad: Record<string, Json>;
  good: Record<string, Json>;
  order?: OrderDoc;
}

const edges: Edge[] = [
  {
    kind: 'Pulse',
    code: 'PULSE_UNRECORDED',
    level: 'block',
    at: 'samplingInterval',
    bad: { samplingInterval: 1.01 },
    good: { samplingInterval: 1 },
  },
  {
    kind: 'Pulse',
    code: 'PULSE_TWICE',
    level: 'block',
    at: 'pulseCurrentCheckpoints',
    bad: { pulseCurrentCheckpoints: [c(1)] },
    good: { pulseCurrent: null, pulseCurrentCheckpoints: [c(1)] },
  },
  {
    kind: 'Pulse',
    code: 'PULSE_DRIFT',
    level: 'warn',
    at: 'pulseDuration',
    bad: { pulseDuration: 72.1 },
    good: { pulseDuration: 72 },
  },
  {
    kind: 'Pulse',
    code: 'PULSE_DRIFT',
    level: 'warn',
    at: 'pulseDuration',
    bad: { pulseCurrent: null, pulseCurrentCheckpoints: [c(1), c(7.3)] },
    good: { pulseCurrent: null, pulseCurrentCheckpoints: [c(1), c(7.2)] },
  },
  {
    kind: 'Pulse',
    code: 'PULSE_REST_SHORT',
    level: 'warn',
    at: 'restTimeBetweenPulses',
    bad: { restTimeBetweenPulses: 9.9 },
    good: { restTimeBetweenPulses: 10 },
  },
  // 3.296 V at 10 %, 0.125 V per C at 25 °C: 6.36 C reach 2.5 V
  {
    kind: 'Pulse',
    code: 'PULSE_UNDER',
    level: 'warn',
    at: 'pulseCurrent',
    bad: { pulseCurrent: c(6.4) },
    good: { pulseCurrent: c(6.3) },
  },
  {
    kind: 'Pulse',
    code: 'PULSE_UNDER',
    level: 'warn',
    at: 'pulseCurrent',
    bad: { pulseCurrent: c(3.2), temp: 0 },
    good: { pulseCurrent: c(3.1), temp: 0 },
  },
  {
    kind: 'Pulse',
    code: 'PULSE_UNDER',
    level: 'warn',
    at: 'pulseCurrent',
    bad: { pulseCurrent: c(1.6), temp: -20 },
    good: { pulseCurrent: c(1.5), temp: -20 },
  },
  // 4.097 V at 90 %, 0.75 × 0.125 V per C: 1.098 C reach 4.2 V
  {
    kind: 'Pulse',
    code: 'PULSE_OVER',
    level: 'warn',
    at: 'pulseCurrent',
    bad: { pulseCurrent: c(1.11) },
    good: { pulseCurrent: c(1.09) },
  },
  {
    kind: 'Pulse',
    code: 'ADJUST_FAST',
    level: 'warn',
    at: 'socAdjustmentCurrent',
    bad: { socAdjustmentCurrent: c(1.01) },
    good: { socAdjustmentCurrent: c(1) },
  },
  {
    kind: 'Pulse',
    code: 'CURRENT_TOO_LARGE',
    level: 'block',
    at: 'pulseCurrent',
    bad: { pulseCurrent: { value: 400.1, unit: 'A' } },
    good: { pulseCurrent: { value: 400, unit: 'A' } },
  },
  {
    kind: 'Rate',
    code: 'CURRENT_TOO_LARGE',
    level: 'block',
    at: 'rateList',
    bad: { rateList: [c(1), { value: 401, unit: 'A' }] },
    good: { rateList: [c(1), c(2)] },
  },
  {
    kind: 'Rate',
    code: 'RATES_FEW',
    level: 'warn',
    at: 'rateList',
    bad: { rateList: [c(1), c(1)] },
    good: { rateList: [c(1), c(2)] },
  },
  { kind: 'Cycle', code: 'RPT_NEVER', level: 'warn', at: 'rptEvery', bad: { rptEvery: 501 }, good: { rptEvery: 500 } },
  {
    kind: 'Calendar',
    code: 'STORAGE_ONE_SOC',
    level: 'block',
    at: 'socCheckpoints',
    bad: { socCheckpoints: [50, 80] },
    good: { socCheckpoints: [80] },
  },
  { kind: 'Calendar', code: 'STORAGE_HOT', level: 'warn', at: 'temp', bad: { temp: 60.1 }, good: { temp: 60 } },
  { kind: 'Calendar', code: 'TEMP_UNSAFE', level: 'block', at: 'temp', bad: { temp: 80.1 }, good: { temp: 80 } },
  {
    kind: 'Calendar',
    code: 'CHECKS_NEVER',
    level: 'block',
    at: 'checkInterval',
    bad: { agingTime: 29 * day },
    good: { agingTime: 30 * day },
  },
  {
    kind: 'Calendar',
    code: 'PULSE_HALF',
    level: 'block',
    at: 'pulseDuration',
    bad: { pulseDuration: null },
    good: { pulseDuration: null, pulseCurrent: null },
  },
  {
    kind: 'Nail Penetration',
    code: 'SOC_ABOVE_FULL',
    level: 'block',
    at: 'targetSoc',
    bad: { targetSoc: 100.1 },
    good: { targetSoc: 100 },
  },
  {
    kind: 'Crush',
    code: 'HAZARD_ABOVE_PASS',
    level: 'warn',
    at: 'predictedHazardLevel',
    bad: { predictedHazardLevel: 5 },
    good: { predictedHazardLevel: 4 },
  },
  {
    kind: 'Crush',
    code: 'CELL_TOO_LARGE',
    level: 'block',
    at: 'cellsPerCondition',
    bad: {},
    good: { nothing: null },
    order: { nominalCapacity_Ah: 400.1 },
  },
  {
    kind: 'Thermal Abuse',
    code: 'ABORT_COLD',
    level: 'block',
    at: 'abortTemp',
    bad: { abortTemp: 60, startTemp: 60 },
    good: { abortTemp: 60.1, startTemp: 60 },
  },
  {
    kind: 'Thermal Abuse',
    code: 'ABORT_IN_RAMP',
    level: 'warn',
    at: 'abortTemp',
    bad: { abortTemp: 130 },
    good: { abortTemp: 130.1 },
  },
  {
    kind: 'Thermal Abuse',
    code: 'HEAT_NOTHING',
    level: 'block',
    at: 'targetTemp',
    bad: { startTemp: 60, targetTemp: 60 },
    good: { startTemp: 60, targetTemp: 61 },
  },
  {
    kind: 'Overcharge',
    code: 'ABORT_LOW',
    level: 'block',
    at: 'abortVoltage',
    bad: { abortVoltage: 4.2 },
    good: { abortVoltage: 4.21 },
  },
  {
    kind: 'Overcharge',
    code: 'ABORT_BEFORE_TARGET',
    level: 'warn',
    at: 'abortVoltage',
    bad: { abortVoltage: 4.61 },
    good: { abortVoltage: 4.62 },
  },
  {
    kind: 'Overcharge',
    code: 'OVERCHARGE_LOW',
    level: 'block',
    at: 'targetVoltage',
    bad: { targetVoltage: 4.2 },
    good: { targetVoltage: 4.21 },
  },
  {
    kind: 'Overcharge',
    code: 'OVERCHARGE_HIGH',
    level: 'block',
    at: 'targetVoltage',
    bad: { targetVoltage: 21.1, complianceVoltage: 60 },
    good: { targetVoltage: 21, complianceVoltage: 60 },
  },
  {
    kind: 'Overcharge',
    code: 'COMPLIANCE_LOW',
    level: 'block',
    at: 'complianceVoltage',
    bad: { targetVoltage: 12.1 },
    good: { targetVoltage: 12 },
  },
  {
    kind: 'Overcharge',
    code: 'OVERCHARGE_RATE',
    level: 'block',
    at: 'chargeCurrent',
    bad: { chargeCurrent: c(0.09) },
    good: { chargeCurrent: c(0.1) },
  },
  {
    kind: 'Overcharge',
    code: 'OVERCHARGE_RATE',
    level: 'block',
    at: 'chargeCurrent',
    bad: { chargeCurrent: c(5.1) },
    good: { chargeCurrent: c(5) },
  },
  {
    kind: 'Overcharge',
    code: 'OVERCHARGE_ENDS',
    level: 'block',
    at: 'endSoc',
    bad: { targetSoc: 115 },
    good: { targetSoc: 114.9 },
  },
  {
    kind: 'Overcharge',
    code: 'OVERCHARGE_CID',
    level: 'info',
    at: 'cid',
    bad: { cid: true },
    good: { cid: false },
  },
  {
    kind: 'Overcharge',
    code: 'CID_UNKNOWN',
    level: 'info',
    at: 'cid',
    bad: { cid: null },
    good: { cid: false },
  },
  {
    kind: 'Overcharge',
    code: 'CID_DIFFERS',
    level: 'warn',
    at: 'cid',
    bad: { cid: false },
    good: { cid: true },
    order: { topCap: 'CID + vent' },
  },
  {
    kind: 'Crush',
    code: 'CRUSH_ENDLESS',
    level: 'block',
    at: 'maxForce',
    bad: { maxForce: null, maxDeformation: null, voltageDropStop: null, maxForceMassFactor: 0 },
    good: { maxForce: null, maxDeformation: null, voltageDropStop: 100 },
  },
  { kind: 'Crush', code: 'CRUSH_FAST', level: 'block', at: 'speed', bad: { speed: 20.1 }, good: { speed: 20 } },
  {
    kind: 'Crush',
    code: 'MASS_MISSING',
    level: 'block',
    at: 'cellMass_g',
    bad: { maxForceMassFactor: 1000 },
    good: { maxForceMassFactor: 1000, cellMass_g: 70 },
  },
  {
    kind: 'Crush',
    code: 'MASS_FORCE',
    level: 'info',
    at: 'maxForceMassFactor',
    bad: { maxForceMassFactor: 1000, cellMass_g: 70 },
    good: { maxForceMassFactor: 0, cellMass_g: 70 },
  },
];

test.each(edges)(
  'in a $kind test, $code applies from its edge on: $bad',
  ({ kind, code, level, at, bad, good, order }) => {
    expect(found(withTest(kind, bad, order), code)).toMatchObject({ level, path: `tests/a/${at}` });
    // Where the order causes it, the edge is the order without that.
    const well = 'nothing' in good ? withTest(kind, {}) : withTest(kind, good, order);
    expect(found(well, code)).toBeUndefined();
  },
);

test.each<[string, Json, boolean]>([
  ['speed', 0, false],
  ['speed', 0.01, true],
  ['depth', 120, true],
  ['depth', 120.1, false],
  ['passHazardLevel', 7, true],
  ['passHazardLevel', 8, false],
  ['passHazardLevel', 4.5, false],
  ['agingTime', day, true],
  ['agingTime', day - 1, false],
])('a %s of %s is accepted or refused as it is typed', (key, value, isAccepted) => {
  expect(problemWithChange(`tests/a/${key}`, value) === undefined).toBe(isAccepted);
});

test('a crush of 1000 times the weight of a 70 g cell is 0.6867 kN', () => {
  const doc = withTest('Crush', { maxForceMassFactor: 1000, cellMass_g: 70 });
  expect(found(doc, 'MASS_FORCE')?.message).toBe('That is 0.6867 kN for a cell of 70 g.');
});

test('a title that names 45 °C is compared with tests of every type', () => {
  for (const { code } of testTypes) {
    expect(found(withTest(code, {}, { title: '45 °C test' }), 'SAID_TEMPERATURE')?.level).toBe('warn');
    expect(found(withTest(code, { temp: 45 }, { title: '45 °C test' }), 'SAID_TEMPERATURE')).toBeUndefined();
  }
});

test('cells may run several tests after a tick, but each safety test destroys its own', () => {
  const tests = { ...rpt('b', { cellsPerCondition: 10 }), ...cycle('c', { cellsPerCondition: 4 }) };
  expect(found({ ...sent, ...tests }, 'CELLS_SHARED')?.level).toBe('warn');
  expect(found({ ...sent, ...tests, quantity: 14 }, 'CELLS_SHARED')).toBeUndefined();
  const destroyed = withTest('Crush', { cellsPerCondition: 6 });
  const more = Object.fromEntries(
    Object.entries(destroyed).flatMap(([path, value]) =>
      path.startsWith('tests/a/') ? [[path.replace('/a/', '/b/'), value]] : [],
    ),
  );
  expect(found({ ...destroyed, ...more }, 'CELLS_TOO_FEW')?.level).toBe('block');
  expect(found({ ...destroyed, ...more, quantity: 12 }, 'CELLS_TOO_FEW')).toBeUndefined();
  expect(found({ ...destroyed, ...tests }, 'CELLS_TOO_FEW')).toBeUndefined();
});

test('every parameter has one row in one matrix, with one mark per type or sub-test', () => {
  const rows = [...Object.keys(testMatrix), ...Object.keys(safetyMatrix)];
  expect(rows.toSorted()).toEqual(testFields.map(({ key }) => key).toSorted());
  for (const marks of Object.values(testMatrix)) expect(marks).toMatch(/^[●○–]( [●○–]){5}$/);
  for (const marks of Object.values(safetyMatrix)) expect(marks).toMatch(/^[●○–]( [●○–]){3}$/);
});

test('all parameters of safety tests share one version, those of other tests have their own', () => {
  for (const key of Object.keys(safetyMatrix)) expect(versionKeyOf(`tests/a/${key}`)).toBe('tests/a/safety');
  const alone = Object.keys(testMatrix).filter((key) => versionKeyOf(`tests/a/${key}`) === `tests/a/${key}`);
  expect(alone.length).toBe(Object.keys(testMatrix).length - 5);
});

test('a parameter that the test does not have is neither checked nor priced', () => {
  const doc = withTest('RPT', { nailDiameter: 99, rateList: [{ value: 300, unit: 'A' }], agingTime: 1 });
  const plain = withTest('RPT', {});
  // What no test may have is still reported.
  expect(checksOf(doc).filter(({ code }) => code !== 'OUT_OF_RANGE')).toEqual(checksOf(plain));
});
