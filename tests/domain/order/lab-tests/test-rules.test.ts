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

type Level = 'block' | 'warn' | 'info';

/** A parameter, a value with which the rule just applies, one with which it just does not, and parameters beside it. */
type Edge = [kind: Kind, code: string, level: Level, parameter: string, bad: Json, good: Json, beside?: OrderDoc];

const edges: Edge[] = [
  ['Pulse', 'PULSE_UNRECORDED', 'block', 'samplingInterval', 1.01, 1],
  ['Pulse', 'PULSE_DRIFT', 'warn', 'pulseDuration', 72.1, 72],
  ['Pulse', 'PULSE_REST_SHORT', 'warn', 'restTimeBetweenPulses', 9.9, 10],
  // 3.296 V at 10 %, 0.125 V per C at 25 °C: 6.36 C reach 2.5 V
  ['Pulse', 'PULSE_UNDER', 'warn', 'pulseCurrent', c(6.4), c(6.3)],
  ['Pulse', 'PULSE_UNDER', 'warn', 'pulseCurrent', c(3.2), c(3.1), { temp: 0 }],
  ['Pulse', 'PULSE_UNDER', 'warn', 'pulseCurrent', c(1.6), c(1.5), { temp: -20 }],
  // 4.097 V at 90 %, 0.75 × 0.125 V per C: 1.098 C reach 4.2 V
  ['Pulse', 'PULSE_OVER', 'warn', 'pulseCurrent', c(1.11), c(1.09)],
  ['Pulse', 'ADJUST_FAST', 'warn', 'socAdjustmentCurrent', c(1.01), c(1)],
  ['Pulse', 'CURRENT_TOO_LARGE', 'block', 'pulseCurrent', { value: 400.1, unit: 'A' }, { value: 400, unit: 'A' }],
  ['Rate', 'CURRENT_TOO_LARGE', 'block', 'rateList', [c(1), { value: 401, unit: 'A' }], [c(1), c(2)]],
  ['Rate', 'RATES_FEW', 'warn', 'rateList', [c(1), c(1)], [c(1), c(2)]],
  ['Cycle', 'RPT_NEVER', 'warn', 'rptEvery', 501, 500],
  ['Calendar', 'STORAGE_ONE_SOC', 'block', 'socCheckpoints', [50, 80], [80]],
  ['Calendar', 'STORAGE_HOT', 'warn', 'temp', 60.1, 60],
  ['Calendar', 'TEMP_UNSAFE', 'block', 'temp', 80.1, 80],
  ['Nail Penetration', 'SOC_ABOVE_FULL', 'block', 'targetSoc', 100.1, 100],
  ['Crush', 'HAZARD_ABOVE_PASS', 'warn', 'predictedHazardLevel', 5, 4],
  ['Crush', 'CRUSH_FAST', 'block', 'speed', 20.1, 20],
  ['Crush', 'MASS_MISSING', 'block', 'cellMass_g', null, 70, { maxForceMassFactor: 1000 }],
  ['Crush', 'MASS_FORCE', 'info', 'maxForceMassFactor', 1000, 0, { cellMass_g: 70 }],
  ['Thermal Abuse', 'ABORT_COLD', 'block', 'abortTemp', 60, 60.1, { startTemp: 60 }],
  ['Thermal Abuse', 'ABORT_IN_RAMP', 'warn', 'abortTemp', 130, 130.1],
  ['Thermal Abuse', 'HEAT_NOTHING', 'block', 'targetTemp', 60, 61, { startTemp: 60 }],
  ['Overcharge', 'ABORT_LOW', 'block', 'abortVoltage', 4.2, 4.21],
  ['Overcharge', 'ABORT_BEFORE_TARGET', 'warn', 'abortVoltage', 4.61, 4.62],
  ['Overcharge', 'OVERCHARGE_LOW', 'block', 'targetVoltage', 4.2, 4.21],
  ['Overcharge', 'OVERCHARGE_HIGH', 'block', 'targetVoltage', 21.1, 21, { complianceVoltage: 60 }],
  ['Overcharge', 'OVERCHARGE_RATE', 'block', 'chargeCurrent', c(0.09), c(0.1)],
  ['Overcharge', 'OVERCHARGE_RATE', 'block', 'chargeCurrent', c(5.1), c(5)],
  ['Overcharge', 'OVERCHARGE_CID', 'info', 'cid', true, false],
  ['Overcharge', 'CID_UNKNOWN', 'info', 'cid', null, false],
];

test.each(edges)(
  'in a %s test, %s (%s) is said where %s is %j, and not where it is %j',
  (kind, code, level, parameter, bad, good, beside) => {
    const check = found(withTest(kind, { ...beside, [parameter]: bad }), code);
    expect(check).toMatchObject({ level, path: `tests/a/${parameter}` });
    expect(found(withTest(kind, { ...beside, [parameter]: good }), code)).toBeUndefined();
  },
);

const checkpoints = (...rates: number[]) => ({ pulseCurrent: null, pulseCurrentCheckpoints: rates.map(c) });
const noEnd = { maxForce: null, maxDeformation: null };

/** A problem that several parameters cause together is reported at one of them. */
const together: [kind: Kind, code: string, level: Level, at: string, bad: OrderDoc, good: OrderDoc][] = [
  ['Pulse', 'PULSE_TWICE', 'block', 'pulseCurrentCheckpoints', { pulseCurrentCheckpoints: [c(1)] }, checkpoints(1)],
  ['Pulse', 'PULSE_DRIFT', 'warn', 'pulseDuration', checkpoints(1, 7.3), checkpoints(1, 7.2)],
  ['Calendar', 'CHECKS_NEVER', 'block', 'checkInterval', { agingTime: 29 * day }, { agingTime: 30 * day }],
  [
    'Calendar',
    'PULSE_HALF',
    'block',
    'pulseDuration',
    { pulseDuration: null },
    { pulseDuration: null, pulseCurrent: null },
  ],
  ['Overcharge', 'COMPLIANCE_LOW', 'block', 'complianceVoltage', { targetVoltage: 12.1 }, { targetVoltage: 12 }],
  ['Overcharge', 'OVERCHARGE_ENDS', 'block', 'endSoc', { targetSoc: 115 }, { targetSoc: 114.9 }],
  [
    'Crush',
    'CRUSH_ENDLESS',
    'block',
    'maxForce',
    { ...noEnd, voltageDropStop: null, maxForceMassFactor: 0 },
    { ...noEnd, voltageDropStop: 100 },
  ],
];

test.each(together)(
  'in a %s test, %s (%s) is said at %s for %j, and not for %j',
  (kind, code, level, at, bad, good) => {
    expect(found(withTest(kind, bad), code)).toMatchObject({ level, path: `tests/a/${at}` });
    expect(found(withTest(kind, good), code)).toBeUndefined();
  },
);

test('a crush of a cell that is too large for the bench is refused', () => {
  const check = found(withTest('Crush', {}, { nominalCapacity_Ah: 400.1 }), 'CELL_TOO_LARGE');
  expect(check).toMatchObject({ level: 'block', path: 'tests/a/cellsPerCondition' });
  expect(found(withTest('Crush', {}), 'CELL_TOO_LARGE')).toBeUndefined();
});

test('an overcharge must agree with the cap of the cell about its CID', () => {
  const capped = { topCap: 'CID + vent' };
  const check = found(withTest('Overcharge', { cid: false }, capped), 'CID_DIFFERS');
  expect(check).toMatchObject({ level: 'warn', path: 'tests/a/cid' });
  expect(found(withTest('Overcharge', { cid: true }, capped), 'CID_DIFFERS')).toBeUndefined();
});

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
