/** Money as people read it, from integer cents. */
export function moneyOf(language: string, cents: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);
}

/** A figure as people read it: at most four digits that count, no trailing zeros. */
export function figureOf(language: string, value: number): string {
  const options = Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 };
  return new Intl.NumberFormat(language, options).format(value);
}
