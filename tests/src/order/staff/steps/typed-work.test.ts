import { expect, test } from 'vitest';
import { readWork, typedWork } from '../../../../../src/order/staff/steps/typed-work.ts';

/** What staff type about the work done of an order that they cancel. */

const line = (code: string, amount: number) => ({ code, label: code, qty: 1, unitPrice: amount, amount });
const quote = { lines: [line('setup', 450_00), line('report', 150_00)] };

test('the form begins with the proposal, and what is typed goes to the server in cents without lines of nothing', () => {
  const typed = typedWork(quote, [{ code: 'setup', amount: 120_50 }], 'en');
  expect(typed).toEqual({ setup: '120.50', report: '0.00' });
  expect(readWork(quote, typed)).toEqual({ work: [{ code: 'setup', amount: 120_50 }], problems: {}, total: 120_50 });
  expect(readWork(quote, { setup: '450', report: '99,50' }).total).toBe(549_50);
});

test.each([
  ['', 'EMPTY'],
  ['some', 'NUMBER'],
  ['-1', 'NEGATIVE'],
  ['450.01', 'TOO_MUCH'],
])('an amount of "%s" is a problem of its line', (setup, problem) => {
  expect(readWork(quote, { setup, report: '0' }).problems).toEqual({ setup: problem });
});
