/** Formats integer cents as an amount of money in the reader's locale. */
export function moneyOf(language: string, cents: number, currency: string): string {
  return formatOf(language, { style: 'currency', currency }).format(cents / 100);
}

/** Formats a difference in integer cents with its sign: "+€8.00" or "-€8.00". */
export function moneyDifferenceOf(language: string, cents: number, currency: string): string {
  const options = { style: 'currency', currency, signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(language, options).format(cents / 100);
}

/** Formats a number with at most four significant digits and no trailing zeros; from 1000 on as an integer. */
export function figureOf(language: string, value: number): string {
  const options = Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 };
  return formatOf(language, options).format(value);
}

const cache = new Map<string, Intl.NumberFormat>();

/** Making a format takes a hundred times as long as using it, and the wizard writes hundreds of figures. */
function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = cache.get(key) ?? new Intl.NumberFormat(language, options);
  cache.set(key, known);
  return known;
}
