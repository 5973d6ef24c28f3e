import { importLimits } from '#domain/qna/import/limits.ts';
import { BadTable } from './bad-table.ts';
import { readXml } from './xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** Number formats of Excel itself that show a date or a time, by their first and last id. */
const dateFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Returns which styles of cells show a date, by index. @param part undefined for a file without styles */
export async function dateStyles(parts: ZipParts, part: string | undefined): Promise<boolean[]> {
  if (part === undefined || !parts.has(part)) return [];
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isCells = false;
  await readXml(parts, part, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) {
        if (styles.length >= importLimits.styles) throw new BadTable('tooManyCells');
        styles.push(isDateFormat(Number(numFmtId), codes));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

function isDateFormat(id: number, codes: ReadonlyMap<number, string>): boolean {
  if (dateFormats.some(([from, to]) => id >= from && id <= to)) return true;
  // Without what is shown as it is written: texts in quotes, escaped characters, colors and conditions in brackets.
  const code = (codes.get(id) ?? '').slice(0, 200).replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  return /[ymdhs]/i.test(code) && !/^general$/i.test(code);
}

const dayMs = 86_400_000;

/**
 * Converts the number of a cell that shows a date: YYYY-MM-DD, with HH:MM unless it is midnight; HH:MM below one day.
 * @param isFrom1904 whether the file counts days from 1904, as Excel for Mac did, instead of 1900
 * @returns undefined for a number that is no date
 */
export function dateText(serial: number, isFrom1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return undefined;
  // Excel counts a 29 February 1900, which did not exist.
  const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const iso = new Date(epoch + Math.round((serial * dayMs) / 60_000) * 60_000).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  if (serial < 1 && serial > 0) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}
