import { expect, test } from 'vitest';
import { serialOf } from '#domain/order/data/cell-serial.ts';
import { readCells } from '../../../../../src/order/staff/results/read-cells.ts';

/** What staff type or scan to say which cells they mean. */

const order = { number: 'PO-2026-000123', cells: 24 };
const [third, other] = [serialOf(order.number, 3), serialOf('PO-2026-000124', 3)];

test.each<[string, number[]]>([
  ['', []],
  ['1-4, 7', [1, 2, 3, 4, 7]],
  ['7 7;24', [7, 24]],
  ['1–2', [1, 2]],
  [`${third.toLowerCase()}\n5`, [3, 5]],
  [`https://lab.example/one-stop-order/history/x?cell=${third}\n`, [3]],
])('%j means %j', (text, numbers) => {
  expect(readCells(text, order)).toEqual({ numbers });
});

test.each([
  ['25', '25'],
  ['0-3', '0-3'],
  ['1, 4-2', '4-2'],
  ['1, some', 'some'],
  [other, other],
  [`${third.slice(0, -1)}?`, `${third.slice(0, -1)}?`],
])('%j is not read, and it is said which part', (text, unread) => {
  expect(readCells(text, order)).toEqual({ unread });
});
