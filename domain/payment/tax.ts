/** Amounts of money are integers in a currency's smallest unit. The rate is the setting `TAX_PERCENT` (server/ground/config.ts). */

/** A price with its tax. */
export interface Amounts {
  subtotal: number;
  tax: number;
  total: number;
}

/**
 * Adds tax to a price. The tax is rounded half up to the smallest unit.
 * @param taxBp tax rate in basis points: 1900 is 19 %
 */
export function withTax(subtotal: number, taxBp: number): Amounts {
  const tax = Math.floor((subtotal * taxBp + 5000) / 10_000);
  return { subtotal, tax, total: subtotal + tax };
}
