import { plainText } from './plain-text.ts';
import { type FigureReading, readFigureText } from './read-figure.ts';
import { type DecimalMark, decimalMarkIn } from './separators.ts';

/**
 * Lists of figures. Their separators may also stand within a figure: 80, 50, 20 and 0,5; 1,0 and 0,5, 1,0. Lines, tabs and
 * semicolons separate figures only.
 */

/** Returns what one part of a list may be; without a value where it is none. @param mark the decimal mark, where known */
export type ReadPart = (part: string, mark: DecimalMark | undefined) => FigureReading;

const readPlainPart: ReadPart = (part, mark) => readFigureText(part, { mark });

/** Returns every list of numbers that a text may mean, the likeliest first; none where it is no list. */
export function listsIn(text: string, read: ReadPart = readPlainPart): { parts: string[]; values: number[] }[] {
  const found = waysToSplit(plainText(text)).flatMap((parts) =>
    listsOf(parts, read).map((values) => ({ parts, values })),
  );
  return found.filter(({ values }, at) => found.findIndex((other) => isSameList(other.values, values)) === at);
}

const hard = /\s*[;\n\r\t]\s*/;
const spaced = /\s*[;,]\s+|\s+/;

/** Returns the ways to split a text into figures, the coarsest first. */
function waysToSplit(text: string): string[][] {
  // A unit belongs to the number before it.
  const joined = text
    .trim()
    .replace(/[;,]+$/, '')
    .replaceAll(/(?<=\d) +(?=(?:C|[mµμu]?A|%)(?![A-Za-z]))| +(?=\/)|(?<=\/) +/g, '');
  const byLines = partsOf(joined, hard);
  if (byLines.length > 1 && !/,\s/.test(joined)) return [byLines];
  const byCommas = partsOf(joined, /\s*[;\n\r\t]\s*|\s*,\s+/);
  const bySpaces = partsOf(joined, spaced);
  // 0,5, 1,0: where every part has a comma of its own, it is decimal.
  const isDecimal = bySpaces.length > 1 && bySpaces.every((part) => /\d,\d/.test(part));
  return [byCommas, bySpaces, ...(isDecimal ? [] : [partsOf(joined, /[\s,;]+/)])];
}

function partsOf(text: string, separator: RegExp): string[] {
  return text.split(separator).filter((part) => part !== '');
}

/** Reads all parts in one style: each figure of a list is written like the others. */
function listsOf(parts: readonly string[], read: ReadPart): number[][] {
  const mark = decimalMarkIn(parts.join(' ; '));
  // A group of thousands that stands alone was cut from its number.
  const readings = parts.map((part) => (/^0\d/.test(part) ? { problem: 'number' as const } : read(part, mark)));
  if (readings.length === 0 || readings.some((each) => 'problem' in each)) return [];
  const isAsked = readings.some((each) => 'either' in each);
  return (isAsked ? ([0, 1] as const) : ([0] as const)).map((at) =>
    readings.flatMap((each) => ('value' in each ? [each.value] : 'either' in each ? [each.either[at]] : [])),
  );
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}
