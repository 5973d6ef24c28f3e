/** Formats of a company's VAT number in the EU, by its first two letters. Source: European Commission, VIES FAQ, question 11. */
const euFormats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-Z]{1,2}|\d[A-Z0-9+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/** Maximum number of characters of a tax number. */
export const taxNumberChars = 30;

export type TaxNumberProblem = 'EU_VAT' | 'KR_BUSINESS' | 'TAX_NUMBER';

/** Returns a tax number as it is stored: in capitals, without spaces, dots and hyphens. */
export function cleanTaxNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s.\-‐–]/g, '');
}

/**
 * Checks a company's tax number: a VAT number of the EU by its format, a Korean business number by its check digit, and
 * any other by its characters. Whether it exists is not checked.
 * @returns undefined for a valid number, and for an empty text
 */
export function problemWithTaxNumber(text: string): TaxNumberProblem | undefined {
  const number = cleanTaxNumber(text);
  if (number === '') return undefined;
  const format = euFormats[number.slice(0, 2)];
  if (format !== undefined) return format.test(number.slice(2)) ? undefined : 'EU_VAT';
  if (/^(KR)?\d{10}$/.test(number)) return isKoreanNumber(number.slice(-10)) ? undefined : 'KR_BUSINESS';
  return /^[A-Z0-9/+*]{4,30}$/.test(number) ? undefined : 'TAX_NUMBER';
}

const weights = [1, 3, 7, 1, 3, 7, 1, 3];

/** Whether the last digit of a Korean business number is the one that follows from the others. */
function isKoreanNumber(number: string): boolean {
  const digits = Array.from(number, Number);
  const [ninth = 0, last] = digits.slice(8);
  const sum = weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  return (10 - ((sum + Math.floor((ninth * 5) / 10) + ninth * 5) % 10)) % 10 === last;
}
