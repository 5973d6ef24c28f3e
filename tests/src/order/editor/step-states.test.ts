import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice, changesOfTypedValue } from '#domain/order/fields/presets.ts';
import { stepStates } from '../../../../src/order/editor/step-states.ts';

const statesOf = (doc: OrderDoc, { typed = [] as string[], reviewed = false } = {}) =>
  Object.fromEntries(
    stepStates({ doc, typed, checks: checksOf(doc), reviewed }).map(({ step, state }) => [step, state]),
  );

const leftIn = (doc: OrderDoc, step: string) =>
  stepStates({ doc, typed: [], checks: checksOf(doc), reviewed: false }).find((each) => each.step === step)?.left;

test('an empty order has no complete or invalid step', () => {
  expect(statesOf({})).toEqual({ service: 'none', cell: 'none', tests: 'none', files: 'none', review: 'none' });
});

test('a started step shows how many fields are missing', () => {
  const doc = { service: 'prototyping', format: '21700' };
  expect(statesOf(doc)).toMatchObject({ service: 'done', cell: 'open', tests: 'none' });
  expect(leftIn(doc, 'cell')).toBeGreaterThan(0);
});

test('a text that is being typed makes its step begun', () => {
  expect(statesOf({ service: 'prototyping' }).cell).toBe('none');
  expect(statesOf({ service: 'prototyping' }, { typed: ['quantity'] }).cell).toBe('open');
});

test('a value that cannot stay is a problem at once, and a missing one after the review', () => {
  const doc = { service: 'prototyping', format: '21700', quantity: -3 };
  expect(statesOf(doc).cell).toBe('problem');
  expect(statesOf({ service: 'prototyping' }, { reviewed: true }).cell).toBe('problem');
});

test('a step is complete when nothing is left in it, whichever steps were looked at', () => {
  const doc: OrderDoc = { service: 'prototyping' };
  for (const { path, value } of changesOfChoice(doc, 'format', '21700')) doc[path] = value;
  for (const { path, value } of changesOfChoice(doc, 'chemistry', 'LFP/graphite')) doc[path] = value;
  const meters = changesOfTypedValue(doc, 'quantity', 24);
  for (const { path, value } of [{ path: 'quantity', value: 24 }, ...meters]) doc[path] = value;
  expect(leftIn(doc, 'cell')).toBe(0);
  expect(statesOf(doc).cell).toBe('done');
});

test('a file that contradicts the order is a problem of its step, also where nothing is written there', () => {
  const doc: OrderDoc = { service: 'prototyping', format: '21700' };
  const claim = { kind: 'format' as const, value: '18650', page: 1, quote: 'Can 18650', chemistries: [] };
  const checks = checksOf(doc, [{ id: 'f', name: 'drawing.pdf', claims: [claim] }]);
  const files = stepStates({ doc, typed: [], checks, reviewed: false }).find(({ step }) => step === 'files');
  expect(files).toEqual({ step: 'files', state: 'problem', left: 1 });
});
