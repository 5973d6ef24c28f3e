import { format, type FormatDateInfo, getFormatDateInfo, isDateFormat } from 'numfmt';

/** Number formats with which Excel shows the number of a cell. */

/** Formats that Excel has without writing them into the file, by id; of 27 to 58 those of Korean Excel. */
const ownFormats: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0;($#,##0)',
  6: '$#,##0;[Red]($#,##0)',
  7: '$#,##0.00;($#,##0.00)',
  8: '$#,##0.00;[Red]($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  32: 'h:mm',
  33: 'h:mm:ss',
  37: '#,##0;(#,##0)',
  38: '#,##0;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  41: '#,##0;(#,##0);"-";@',
  42: '$#,##0;$(#,##0);$"-";@',
  43: '#,##0.00;(#,##0.00);"-";@',
  44: '$#,##0.00;$(#,##0.00);$"-";@',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** Ids of dates in the languages of East Asia. They differ in signs and order, which a date in ISO form does not show. */
const eastAsianDates = [
  [27, 36],
  [50, 58],
] as const;

/** Longest format that Excel accepts. */
const formatChars = 255;

/** A format of numbers, read once for all cells that have it. */
export interface NumberFormat {
  code: string;
  /** ISO form of a date, or of a time of day, as a format; null for what is shown as its code says. */
  iso: string | null;
  isDate: boolean;
  /** Whether it changes texts too. */
  hasTextPart: boolean;
}

const general: NumberFormat = { code: 'General', iso: null, isDate: false, hasTextPart: false };

/** Returns a format. @param code what the file says about this id; undefined for a format of Excel itself */
export function numberFormat(id: number, code?: string): NumberFormat {
  const isEastAsian = eastAsianDates.some(([from, to]) => id >= from && id <= to);
  const own = code ?? ownFormats[id] ?? (isEastAsian ? 'yyyy-mm-dd' : 'General');
  if (own.length > formatChars || /^general$/i.test(own)) return general;
  const plain = withoutLanguage(own);
  try {
    const hasTextPart = plain !== '@' && typeof format(plain, 'a') === 'string' && format(plain, 'a') !== 'a';
    if (!isDateFormat(plain)) return { code: plain, iso: null, isDate: false, hasTextPart };
    return { code: plain, ...isoOf(plain, getFormatDateInfo(plain)), hasTextPart };
  } catch {
    return general;
  }
}

/**
 * Removes the languages of a format. Excel takes only names of months and the like from them, not the marks of decimals
 * and thousands, which are those of the person's own computer.
 */
function withoutLanguage(code: string): string {
  return code.replaceAll(/"[^"]*"|\\.|\[\$([^\]-]*)(?:-[^\]]*)?\]/g, (part, currency?: string) => {
    if (currency === undefined) return part;
    return currency === '' ? '' : `"${currency}"`;
  });
}

function isoOf(code: string, shows: FormatDateInfo): Pick<NumberFormat, 'iso' | 'isDate'> {
  const bare = code.replaceAll(/"[^"]*"|\\./g, '');
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(bare);
  const decimals = /s\]?[.,](0{1,3})/i.exec(bare)?.[1] ?? '';
  const seconds = shows.seconds ? `:ss${decimals === '' ? '' : `.${decimals}`}` : '';
  // In mm:ss the first part is minutes.
  const isDate = shows.year || shows.day || (shows.month && !shows.seconds);
  if (isElapsed) return { iso: null, isDate: false };
  if (!isDate) return { iso: shows.hours ? `hh:mm${seconds}` : null, isDate };
  // A year, a month or a day of the week alone stays so.
  if (!shows.month || !(shows.year || shows.day)) return { iso: null, isDate };
  return { iso: `yyyy-mm-dd${shows.hours ? ` hh:mm${seconds}` : ''}`, isDate };
}

/** Days from 1900 to 1904, from which Excel for Mac counted. */
const days1904 = 1462;
/** The day after the last one that Excel has. */
const lastDay = 2_958_466;

/**
 * Returns the text of a number as its format shows it, but dates as YYYY-MM-DD, with HH:MM unless it is midnight, and
 * times of day as HH:MM.
 * @param isFrom1904 whether the file counts days from 1904 instead of 1900
 */
export function shownNumber(exact: number, numbers: NumberFormat, isFrom1904: boolean): string {
  // Excel stores 0.1 + 0.2 with 17 digits and has 15.
  const number = Number(exact.toPrecision(15));
  try {
    if (numbers.isDate || numbers.iso !== null) return shownDate(number, numbers, isFrom1904);
    if (numbers.code !== 'General') return tidied(format(numbers.code, number));
  } catch {
    // A format that this value does not have is shown as if there were none.
  }
  return generalText(number);
}

function shownDate(number: number, { code, iso, isDate }: NumberFormat, isFrom1904: boolean): string {
  const serial = isFrom1904 && isDate ? number + days1904 : number;
  // Excel fills the cell with # then.
  if (serial < 0 || serial >= lastDay) return generalText(number);
  if (iso === null) return tidied(format(code, serial));
  const text = format(iso, serial);
  if (!isDate) return text;
  // A time without a day: some format every time as a date with a time.
  if (serial > 0 && serial < 1 && iso.includes(' ')) return text.slice(text.indexOf(' ') + 1).replace(noSeconds, '');
  return text.replace(midnight, '').replace(noSeconds, '');
}

const midnight = / 00:00(?::00(?:\.0+)?)?$/;
const noSeconds = /(?<=\d\d:\d\d):00(?:\.0+)?$/;

/** Shows a number without a format. Whole numbers keep all their digits, because they may be serial numbers. */
function generalText(number: number): string {
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? String(number) : tidied(format('General', number));
}

/** Returns the text of a text cell as its format shows it. */
export function shownText(text: string, { code, hasTextPart }: NumberFormat): string {
  return hasTextPart ? format(code, text) : text;
}

/** Removes the gaps that keep numbers of a column one below the other. */
function tidied(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^- (?=\d)/, '-');
}
