import { expect, test } from 'vitest';
import { withTax } from '#domain/payment/tax.ts';

test.each([
  [24_900, 1900, 4_731, 29_631],
  [0, 1900, 0, 0],
  [4_900, 0, 0, 4_900],
  // Half a cent is rounded up, less is rounded down.
  [50, 100, 1, 51],
  [49, 100, 0, 49],
  [1, 10_000, 1, 2],
  [2_000_000_00, 2_500, 50_000_000, 250_000_000],
])('%i with %i hundredths of a percent of tax: %i, in all %i', (subtotal, taxBp, tax, total) => {
  expect(withTax(subtotal, taxBp)).toEqual({ subtotal, tax, total });
});
