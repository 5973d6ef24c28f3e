import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { type ValueChange, changesOfChoice, changesOfCopy, changesOfNewTest } from '#domain/order/fields/presets.ts';
import { standardOf, standards } from '#domain/order/data/standards.ts';
import { problemWithChange } from '#domain/order/fields/change.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { cycle, m50, proposedTest } from '../orders.ts';

const withChanges = (doc: OrderDoc, changes: readonly ValueChange[]): OrderDoc =>
  Object.assign({ ...doc }, ...changes.map(({ path, value }) => ({ [path]: value })));

const safety: OrderDoc = { ...m50, service: 'testing', ...proposedTest('a', 'Safety', 'Nail Penetration') };

test('another safety sub-test brings its own fields and clears those of the one before', () => {
  const doc = withChanges(safety, changesOfChoice(safety, 'tests/a/safetyTest', 'Crush'));
  expect(doc).toMatchObject({
    'tests/a/nailDiameter': null,
    'tests/a/crushTool': 'half-cylinder R75',
    'tests/a/maxForce': 100,
    'tests/a/speed': 2,
    'tests/a/position': 'centre',
    'tests/a/targetSoc': 100,
  });
  const fresh = withChanges({ ...m50, service: 'testing' }, changesOfNewTest(m50, 'a', 'Safety', 'Crush'));
  for (const [path, value] of Object.entries(fresh)) expect([path, doc[path]]).toEqual([path, value]);
});

test('another sub-test keeps what was typed in fields that both have, and asks for the CID of an overcharged cell', () => {
  const typed = { ...safety, 'tests/a/speed': 5, 'tests/a/observationTime': 90, 'tests/a/voltageDropStop': 50 };
  const doc = withChanges(typed, changesOfChoice(typed, 'tests/a/safetyTest', 'Crush'));
  expect(doc).toMatchObject({ 'tests/a/speed': 5, 'tests/a/observationTime': 90, 'tests/a/voltageDropStop': 50 });
  const overcharged = (order: OrderDoc) =>
    withChanges(order, changesOfChoice(order, 'tests/a/safetyTest', 'Overcharge'))['tests/a/cid'];
  expect(overcharged({ ...safety, topCap: 'CID + vent' })).toBe(true);
  expect(overcharged({ ...safety, topCap: 'vent only' })).toBe(false);
  expect(overcharged({ ...safety, topCap: null })).toBeUndefined();
});

test('a standard fills its figures, and a field changed afterwards is named', () => {
  const crush = { ...m50, service: 'testing', ...proposedTest('a', 'Safety', 'Crush') };
  const doc = withChanges(crush, changesOfChoice(crush, 'tests/a/standardRef', 'UN 38.3 T.6'));
  expect(doc).toMatchObject({
    'tests/a/maxForce': 13,
    'tests/a/crushTool': 'flat plates',
    'tests/a/observationTime': 360,
  });
  expect(standardOf(doc, 'a')?.changed).toEqual([]);
  expect(standardOf({ ...doc, 'tests/a/maxForce': 20, 'tests/a/speed': 10 }, 'a')?.changed).toEqual([
    'speed',
    'maxForce',
  ]);
  expect(standardOf(crush, 'a')).toBeUndefined();
});

test('every figure of a standard is accepted, and every standard was read', () => {
  for (const { code, values, basis } of standards) {
    expect([code, basis.startsWith('read: ')]).toEqual([code, true]);
    for (const [key, value] of Object.entries(values)) {
      expect([code, key, problemWithChange(`tests/a/${key}`, value)]).toEqual([code, key, undefined]);
    }
  }
});

test('a duplicated test has the parameters of the first and stands after it, without what the first does not have', () => {
  const doc = { ...m50, service: 'testing', ...cycle('a', { temp: 45, nailDiameter: 3, removed: null }) };
  const copied = withChanges(doc, changesOfCopy(doc, { id: 'a', type: 'Cycle' }, 'b'));
  expect(testsOf(copied)).toEqual([
    { id: 'a', type: 'Cycle' },
    { id: 'b', type: 'Cycle' },
  ]);
  expect(copied).toMatchObject({ 'tests/b/temp': 45, 'tests/b/cycles': 500 });
  expect(copied['tests/b/nailDiameter']).toBeUndefined();
});
