import { cellSizes } from '../../quantities/quantities.ts';

/** Words with which texts name the format of cells and their number. */

const formatWords: readonly (readonly [RegExp, string])[] = [
  [/18650/, '18650'],
  [/21700/, '21700'],
  [/26650/, '26650'],
  [/32140/, '32140'],
  [/4680/, '4680'],
  [/coin|2032|코인/i, '2032 coin'],
  [/single[- ]layer|단층/i, 'pouch single-layer'],
  [/pouch|파우치/i, 'pouch multi-layer'],
  [/prismatic|각형/i, 'prismatic'],
];

/** Returns the code of the format that a text names. */
export function formatIn(text: string): string | undefined {
  return formatWords.find(([pattern]) => pattern.test(text))?.[1];
}

/** A count before or after what it counts: 20 coin cells, 100 x 21700, 코인셀 20개, coin cells x 20, qty 20. */
export function quantityIn(text: string): number | undefined {
  // Cells are whole: a separator before three digits groups them.
  const groups = [',', String.raw`\.`, "'", ' '].map((each) => String.raw`[1-9]\d{0,2}(?:${each}\d{3}){1,2}(?!\d)`);
  const count = String.raw`(${groups.join('|')}|[1-9]\d{0,5})(?![\d.,]*\d)`;
  const kind =
    '(?:coin|pouch|prismatic|cylindrical|18650|21700|26650|32140|4680|2032|prototype|nmc\\d*|ncm\\d*|nca|lfp|lto|lco)';
  const counted = `(?:cells?|18650|21700|26650|32140|4680|pouch|prismatic|prototypes|pcs|pieces|units|개|셀)`;
  const before = `(?<![\\w.,-])${count} ?(?:[x×] ?)?(?:(?:single|multi)[- ]layer )?(?:${kind}s? ?)*${counted}`;
  const after = `(?:\\bx|×|qty|quantity|수량):? ?${count}(?![\\d., ']{0,12}m?Ah)`;
  const abused = `(?<![\\w.,-])${count} ?(?:nail|crush|overcharge|thermal abuse)(?: penetration)? tests?`;
  const times = `(?<![\\w.,-])${count} ?[x×] ?[\\d., ']{1,20} ?m?Ah`;
  return [before, after, abused, times]
    .flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'gi'))])
    .map(([, digits = '']) => Number(digits.replaceAll(/\D/g, '')))
    .find((digits) => !cellSizes.has(digits));
}
