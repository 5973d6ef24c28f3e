import { numberFormatOf } from '#domain/ground/number-texts.ts';

/** Formats integer cents as an amount of money in the reader's locale. */
export function moneyOf(language: string, cents: number, currency: string): string {
  return numberFormatOf(language, { style: 'currency', currency }).format(cents / 100);
}

/** Formats a difference in integer cents with its sign: "+€8.00" or "-€8.00". */
export function moneyDifferenceOf(language: string, cents: number, currency: string): string {
  return numberFormatOf(language, { style: 'currency', currency, signDisplay: 'exceptZero' }).format(cents / 100);
}
