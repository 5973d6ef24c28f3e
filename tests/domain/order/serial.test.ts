import { expect, test } from 'vitest';
import { isSerial, serialOf } from '#domain/order/serial.ts';

test('a serial has the number of the order, the number of the cell, and a check character', () => {
  expect(serialOf('PO-2026-000123', 7)).toMatch(/^2026-000123-C07-[0-9A-Z]$/);
  expect(serialOf('PO-2026-000123', 10_000)).toMatch(/^2026-000123-C10000-[0-9A-Z]$/);
});

test('a serial is read in small letters and with spaces around it', () => {
  expect(isSerial(` ${serialOf('PO-2026-000123', 7).toLowerCase()} `)).toBe(true);
});

test('every wrong digit and every exchange of two neighbours is noticed', () => {
  for (const n of [1, 7, 42, 100]) {
    const serial = serialOf('PO-2026-000123', n);
    // Without the check character itself.
    const places = [...serial.slice(0, -1).matchAll(/\d/g)].map(({ index }) => index);
    const wrong = places.flatMap((i) =>
      [...'0123456789'].map((digit) => serial.slice(0, i) + digit + serial.slice(i + 1)),
    );
    const swapped = places
      .filter((i) => places.includes(i + 1))
      .map((i) => serial.slice(0, i) + serial.charAt(i + 1) + serial.charAt(i) + serial.slice(i + 2));
    const typed = [...wrong, ...swapped].filter((text) => text !== serial);
    expect(typed.length).toBeGreaterThan(100);
    expect(typed.filter(isSerial)).toEqual([]);
  }
});

test.each(['', '2026-000123-C07', 'PO-2026-000123', 'C07'])('%s is no serial', (text) => {
  expect(isSerial(text)).toBe(false);
});
