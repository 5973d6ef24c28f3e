import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { withConflictChecks, withUnreadable } from '../../../../src/order/editor/unreadable.ts';

const typed = (path: string, text: string) => ({ [path]: { text, left: true, base: null, written: null } });
const at = (doc: OrderDoc, path: string, text: string) =>
  withUnreadable(checksOf(doc), doc, typed(path, text)).filter((check) => check.path === path);

test('what cannot be read keeps the order from being placed, though the field still has a value', () => {
  const doc = { service: 'prototyping', format: '21700', quantity: 24 };
  expect(at(doc, 'quantity', '240 pcs')).toMatchObject([{ level: 'block', code: 'UNREADABLE' }]);
  expect(at(doc, 'quantity', '99999999')).toMatchObject([{ level: 'block', code: 'UNREADABLE' }]);
  expect(at(doc, 'quantity', '30')).toEqual([]);
});

test('a field with a text that cannot be read is not called missing as well', () => {
  expect(at({ service: 'prototyping' }, 'quantity', 'x').map(({ code }) => code)).toEqual(['UNREADABLE']);
});

test('text typed into a removed test does not block the order', () => {
  const doc: OrderDoc = { service: 'testing', 'tests/a/type': 'RPT' };
  expect(at(doc, 'tests/a/temp', 'warm')).toHaveLength(1);
  expect(at({ ...doc, 'tests/a/removed': true }, 'tests/a/temp', 'warm')).toEqual([]);
  expect(at({ ...doc, service: 'prototyping' }, 'tests/a/temp', 'warm')).toEqual([]);
});

const conflict = (path: string) => ({ path, theirs: 70, mine: 50, by: 'u', cmdId: 'c', sseq: 1 });

test('a field with two values keeps the order from being placed until one is chosen', () => {
  const doc: OrderDoc = { service: 'testing', quantity: 70, 'tests/a/type': 'RPT', 'tests/a/removed': true };
  const undecided = withConflictChecks([], doc, [conflict('quantity'), conflict('tests/a/temp')]);
  expect(undecided).toMatchObject([{ level: 'block', path: 'quantity', code: 'CONFLICT' }]);
  expect(withConflictChecks([], doc, [])).toEqual([]);
});
