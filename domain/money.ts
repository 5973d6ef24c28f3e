/** Money: whole numbers of a currency's smallest unit. */

/** What a price comes to. */
export interface Amounts {
  subtotal: number;
  tax: number;
  total: number;
}

/**
 * Adds tax to a price, rounded half up to the smallest unit.
 * @param taxBp the rate in hundredths of a percent: 1900 is 19 %
 */
export function withTax(subtotal: number, taxBp: number): Amounts {
  const tax = Math.floor((subtotal * taxBp + 5000) / 10_000);
  return { subtotal, tax, total: subtotal + tax };
}
