import { expect, test } from 'vitest';
import { serialOf } from '#domain/order/data/cell-serial.ts';

/** The check character of the seventh cell, by the ten digits of its order. */
const checkOf = (text: string) => serialOf(`PO-${text.slice(0, 4)}-${text.slice(4)}`, 7).slice(-1);

test('a serial has the number of the order, the number of the cell, and a check character', () => {
  expect(serialOf('PO-2026-000123', 7)).toMatch(/^2026-000123-C07-[0-9A-Z]$/);
  expect(serialOf('PO-2026-000123', 10_000)).toMatch(/^2026-000123-C10000-[0-9A-Z]$/);
});

test('another digit, or two neighbours exchanged, give another check character', () => {
  const digits = '2026000123';
  for (let i = 0; i < digits.length; i++) {
    const changed = '0123456789'.split('').map((digit) => digits.slice(0, i) + digit + digits.slice(i + 1));
    expect(new Set(changed.map(checkOf)).size).toBe(10);
    const swapped =
      digits.slice(0, i) +
      digits
        .slice(i, i + 2)
        .split('')
        .toReversed()
        .join('') +
      digits.slice(i + 2);
    expect(checkOf(swapped) === checkOf(digits)).toBe(swapped === digits);
  }
  expect(new Set(Array.from({ length: 10 }, (_, n) => serialOf('PO-2026-000123', n).slice(-1))).size).toBe(10);
});
