/** Words and figures for readers, for texts that screens and documents share. */

/** Returns the text with a key in the reader's language; `values` fill its placeholders. */
export type Translate = (key: string, values: Record<string, string | number>) => string;

/** Formats a number with at most four significant digits and no trailing zeros; from 1000 on as an integer. */
export function figureOf(language: string, value: number): string {
  const options = Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 };
  return numberFormatOf(language, options).format(value);
}

/** Formats a planned time or amount, which is good to about 10 %: with three significant digits. */
export function plannedOf(language: string, value: number): string {
  return figureOf(language, Number(value.toPrecision(3)));
}

const cache = new Map<string, Intl.NumberFormat>();

/** Returns a format. Making one takes a hundred times as long as using it, and the wizard writes hundreds of figures. */
export function numberFormatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = cache.get(key) ?? new Intl.NumberFormat(language, options);
  cache.set(key, known);
  return known;
}
