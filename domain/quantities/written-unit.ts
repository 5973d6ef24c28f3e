import { dimensions, type Unit, unitAt } from './units.ts';
import { type Conversion, unchanged } from '../ground/figure/read-figure.ts';
import { tidy } from '../ground/figure/separators.ts';

/** Units as they are typed behind a figure, and how a value in them becomes one in the unit of the place. */

type Spelling = readonly [spelt: string, factor: number, offset?: number];

/** Units of places that questions do not use, or use in another way: their spellings, in any case unless marked by `(?-i:)`. */
const spellings: Readonly<Record<string, readonly Spelling[]>> = {
  '°C': [
    ['[°º] ?C?|C|deg(?:rees?)?\\.?(?: ?C| celsius)?|celsius|도|섭씨', 1],
    ['[°º] ?F|deg(?:rees?)?\\.? ?F|fahrenheit|화씨', 5 / 9, -160 / 9],
    ['K|kelvin|켈빈', 1, -273.15],
  ],
  K: [['K|kelvin|켈빈|[°º] ?C|deg(?:rees?)? ?C?|도', 1]],
  'K/min': [
    ['(?:K|[°º] ?C|deg ?C|도) ?/ ?(?:min|분)', 1],
    ['(?:K|[°º] ?C|deg ?C|도) ?/ ?(?:s|sec|초)', 60],
    ['(?:K|[°º] ?C|deg ?C|도) ?/ ?(?:h|시간)', 1 / 60],
  ],
  '°': [['[°º]|deg(?:rees?)?\\.?|도', 1]],
  kPa: [
    ['kPa|킬로파스칼', 1],
    ['bar|바', 100],
    ['mbar', 0.1],
    ['psi', 6.894757],
    ['(?:N/mm\\^?2)', 1000],
  ],
  kN: [
    ['kN|킬로뉴턴', 1],
    ['N|뉴턴', 1e-3],
  ],
  'mm/s': [
    ['mm ?/ ?(?:s|sec|초)', 1],
    ['cm ?/ ?(?:s|sec|초)', 10],
    ['m ?/ ?(?:s|sec|초)', 1000],
    ['mm ?/ ?(?:min|분)', 1 / 60],
  ],
  mm: [['in|inch|inches|"|인치', 25.4]],
  // Pieces may be of something else, such as sheets: they are not taken for cells.
  cells: [['cells?|셀|개|개 ?셀', 1]],
  turns: [['turns?|바퀴|턴|회', 1]],
  cycles: [['x|times|회|번', 1]],
  '× weight': [['[x×](?: ?weight)?|times|배', 1]],
};

/** Pascals in three sizes differ in nothing but their case. */
const exact: Readonly<Record<string, readonly Spelling[]>> = {
  kPa: [
    ['MPa', 1000],
    ['Pa', 1e-3],
  ],
};

/** Dimensions of units without a symbol. */
const counted: Readonly<Record<string, keyof typeof dimensions>> = { cycles: 'cycles', layers: 'layers' };

/** Returns how a value with the unit as written becomes one in the unit of the place; undefined for another kind of unit. */
export function conversionTo(unit: string, written: string): Conversion | undefined {
  const text = written.trim();
  const own = unit.normalize('NFKC');
  if (text === '' || text === own || text === own.replace(/s$/, '')) return unchanged;
  const found = spellingOf(exact[unit] ?? [], text, '') ?? spellingOf(spellings[unit] ?? [], text, 'i');
  if (found !== undefined) return found;
  const units = unitsBeside(unit);
  const to = units.find(({ name }) => name === unit || (name === '' && Object.hasOwn(counted, unit)));
  const match = unitAt(text);
  const isKin = match !== undefined && match.length === text.length && units.includes(match.unit);
  return isKin && to !== undefined ? { factor: match.unit.factor / to.factor, offset: 0 } : undefined;
}

function spellingOf(rows: readonly Spelling[], text: string, flags: string): Conversion | undefined {
  const row = rows.find(([spelt]) => new RegExp(`^(?:${spelt})$`, flags).test(text));
  return row === undefined ? undefined : { factor: row[1], offset: row[2] ?? 0 };
}

/** Returns the units of the dimension to which a unit belongs. */
function unitsBeside(unit: string): readonly Unit[] {
  const all: readonly (readonly Unit[])[] = Object.values(dimensions);
  const own = counted[unit];
  if (own !== undefined) return dimensions[own];
  return all.find((units) => units.some(({ name }) => name !== '' && name === unit)) ?? [];
}

const partOfTime = /^(\d{1,6}(?:[.,]\d{1,2})?) ?(\p{L}{1,7})\s*/u;

/** Reads a time of several parts, such as 1 h 30 min, in a unit of time. @param plain as `plainText` returns it */
export function partsOfTime(plain: string, unit: string): number | undefined {
  let rest = plain.trim();
  let [sum, count] = [0, 0];
  for (let found = partOfTime.exec(rest); found !== null; found = partOfTime.exec(rest)) {
    const name = found[2] ?? '';
    const conversion = conversionTo('h', name) === undefined ? undefined : conversionTo(unit, name);
    if (conversion === undefined) return undefined;
    sum += Number((found[1] ?? '').replace(',', '.')) * conversion.factor;
    count++;
    rest = rest.slice(found[0].length);
  }
  return rest === '' && count > 1 ? tidy(sum) : undefined;
}
