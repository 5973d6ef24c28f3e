/** Formats integer cents as an amount of money in the reader's locale. */
export function moneyOf(language: string, cents: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);
}

/** Formats a number with at most four significant digits and no trailing zeros; from 1000 on as an integer. */
export function figureOf(language: string, value: number): string {
  const options = Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 };
  return new Intl.NumberFormat(language, options).format(value);
}
