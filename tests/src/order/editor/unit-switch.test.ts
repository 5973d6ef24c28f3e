import { expect, test } from 'vitest';
import { switchUnit } from '../../../../src/order/editor/unit-switch.ts';

const path = 'tests/t1/chargeCurrent';
const doc = { nominalCapacity_Ah: 4.9 };

test('a third of the capacity is a third again after a look at its amperes', () => {
  const there = switchUnit(doc, path, '1/3 C', undefined);
  expect(there?.to).toBe('1.633 A');
  expect(switchUnit(doc, path, '1.633 A', there)?.to).toBe('1/3 C');
});

test('values changed in between are converted from their current value, and with the current capacity', () => {
  const there = switchUnit(doc, path, '1/3 C', undefined);
  expect(switchUnit(doc, path, '2 A', there)?.to).toBe('0.4082 C');
  expect(switchUnit({ nominalCapacity_Ah: 3 }, path, '1.633 A', there)?.to).toBe('0.5443 C');
});

test('an empty current changes its unit alone', () => {
  expect(switchUnit(doc, path, '', undefined)?.to).toBe(' A');
});

test('what cannot be read has no other unit, so it stays as typed', () => {
  expect(switchUnit(doc, path, '0.5x C', undefined)).toBeUndefined();
});

test('amperes typed into a box for C are not converted a second time', () => {
  expect(switchUnit(doc, path, '2A C', undefined)?.to).toBe('2 A');
});
