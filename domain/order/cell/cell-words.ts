import { cellSizes } from '../../quantities/quantities.ts';

/** Words with which texts name the format of cells and their number. */

const formatWords: readonly (readonly [RegExp, string])[] = [
  [/18650/, '18650'],
  [/21700/, '21700'],
  [/26650/, '26650'],
  [/32140/, '32140'],
  [/4680/, '4680'],
  [/coin|button|2032|코인/i, '2032 coin'],
  [/single[- ]layer|단층/i, 'pouch single-layer'],
  [/po?u?ch|파우치/i, 'pouch multi-layer'],
  [/prism\w*|각형/i, 'prismatic'],
];

/** Returns the codes of the formats that a text names, each once. A single-layer pouch is no second one. */
export function formatsIn(text: string): string[] {
  const codes = formatWords.filter(([pattern]) => pattern.test(text)).map(([, code]) => code);
  return codes.filter((code) => code !== 'pouch multi-layer' || !codes.includes('pouch single-layer'));
}

/** A number of cells with its place in a text. */
interface CellCount {
  value: number;
  start: number;
  end: number;
}

/** Finds a count before or after what it counts: 20 coin cells, 100 x 21700, 코인셀 20개, coin cells x 20, qty 20. */
export function countIn(text: string): CellCount | undefined {
  // Cells are whole: a separator before three digits groups them.
  const groups = [',', String.raw`\.`, "'", ' '].map((each) => String.raw`[1-9]\d{0,2}(?:${each}\d{3}){1,2}(?!\d)`);
  const count = String.raw`(${groups.join('|')}|[1-9]\d{0,5})(?![\d.,]*\d)`;
  // The number of a composition counts nothing: NMC 811.
  const free = String.raw`(?<![\w.,-]|N[MC][CM] )`;
  const format = String.raw`coin|button|po?u?ch|prism\w*|cylindrical|18650|21700|26650|32140|4680|2032|prototype`;
  const material = String.raw`nmc\d*|ncm\d*|nca|lfp|lto|lco|lmo|half|(?:si(?:licon)?-?)?graphite|si-?c|sodium(?:-ion)?|na-ion|li-ion|lithium`;
  const capacity = String.raw`\d+(?:[.,]\d+)? ?m?Ah`;
  const kind = `(?:(?:${format})s?|${material}|${capacity}|(?:single|multi)[- ]layer)`;
  const counted = String.raw`(?:cells?|celss|(?:18650|21700|26650|32140|4680)s?|po?u?ch(?:es)?|prism\w*|prototypes|pcs|pieces|units|개|셀)`;
  const before = `${free}${count} ?(?:[x×] ?)?(?:${kind}[ /]*)*${counted}`;
  const after = String.raw`(?:\bx|×|qty|quantity|수량):? ?${count}(?![\d., ']{0,12}m?Ah)`;
  const abused = `${free}${count} ?(?:nail|crush|overcharge|thermal abuse)(?: penetration)? tests?`;
  const times = String.raw`${free}${count} ?[x×] ?[\d., ']{1,20} ?m?Ah`;
  return [before, after, abused, times]
    .flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'gi'))])
    .map(({ 0: found, 1: digits = '', index }) => ({
      value: Number(digits.replaceAll(/\D/g, '')),
      start: index,
      end: index + found.indexOf(digits) + digits.length,
    }))
    .find(({ value }) => !cellSizes.has(value));
}
