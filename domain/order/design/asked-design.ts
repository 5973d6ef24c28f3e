import { cellSizes, longestQuestion, type Quantity, quantitiesIn, readable } from '../../quantities/quantities.ts';
import { rangesIn, withoutRanges } from '../../quantities/ranges.ts';
import { readingsOf } from '../../ground/figure/separators.ts';
import { chemistries } from '../data/chemistries.ts';
import { formats } from '../data/formats.ts';
import { countIn, formatsIn } from '../cell/cell-words.ts';
import type { AskedDesign } from '../data/asked.ts';
import { type ReadTests, readTests, testQuantitiesIn } from './asked-tests.ts';
import { chemistryWords, formatMentions } from './design-words.ts';
import { Leftover } from './leftover.ts';
import { unusedOf } from './unused.ts';

/** A text as it is read for a price, for a description of a cell and for a design. */
export interface ReadDesign extends ReadTests {
  asked: AskedDesign;
  /** Parts of the text that have no meaning here, as they were written. */
  unread: string[];
  /** Chemistries that the order tables do not have, as they were written. */
  unknownChemistry?: string;
  /** Formats or materials of which only one can be meant. */
  choices?: string[];
}

/** Materials of which a cell is asked and that the tables do not have. */
const otherMaterials =
  /lmfp|lfmp|ncma|nmca|N[MC][CM][- ]?(?!811|90|88|83|622|532|523|111|333)\d{2,3}(?!\d)|anode[- ]free|lnmo|\blno\b|limnpo4|li-rich|\bnvp\b|v2o5|\bzinc|\btin\b|lmno|lrmo|ni-?mh|ni-?cd|lead[- ]acid|li-?s\b|sul(?:f|ph)ur|solid[- ]state|prussian|전고체|리튬 ?황|황 ?전지|니켈수소/i;

/** Formats that are like numbers and that we do not build. */
const otherFormats: ReadonlySet<number> = new Set([26700, 20700, 14500, 18500, 26800, 46950, 32700, 4695, 2025, 2016]);

/** Reads what a text asks of a cell and of its tests. Values with a unit are read as in a question to the assistant. */
export function askedDesignIn(typed: string): ReadDesign {
  const read = typed.slice(0, longestQuestion);
  const whole = readable(read);
  // It is not known which value of a range is meant: none is taken.
  const ranges = rangesIn(whole);
  const text = withoutRanges(whole, ranges);
  const left = new Leftover(read, ranges);
  const asked: AskedDesign = {};
  const materials = readWords(text, left, asked);
  readRatios(text, left, asked);
  const quantities = quantitiesIn(text).filter(({ start, end }) => !left.isTaken(start, end));
  const plain = readSizes(text, quantities, left, asked);
  const count = countIn(plain);
  const ofTests = testQuantitiesIn(text, quantities);
  for (const quantity of quantities) {
    const isOfTests = quantity === ofTests.cycles || ofTests.temperatures.includes(quantity);
    if (isOfTests || left.isTaken(quantity.start, quantity.end)) continue;
    const use = readQuantity(text, quantity, asked, count?.value);
    if (use !== undefined) left.take(quantity.start, quantity.end, use);
  }
  if (count !== undefined) {
    asked.quantity = count.value;
    left.take(count.start, count.end);
  }
  left.takeAll(/[x×]? ?(?:cells?|pcs|pieces|개)(?![a-z])/gi, count !== undefined);
  const tested = readTests(text, quantitiesIn(whole), ofTests, left);
  for (const key of tested.service === 'testing' ? designOnly(asked) : unusedOf(asked)) {
    delete asked[key];
    left.giveBack(key);
  }
  const other = otherMaterials.exec(text)?.[0];
  const unread = [...left.words(), ...(typed.length > longestQuestion ? ['…'] : [])];
  const choices = [formatChoices(text), materials].find(({ length }) => length > 1);
  return {
    asked,
    ...tested,
    unread,
    ...(other === undefined ? {} : { unknownChemistry: other }),
    ...(choices === undefined ? {} : { choices }),
  };
}

/** Returns the values of cells that only a design has: cells that are sent and tested are not designed. */
function designOnly(asked: AskedDesign): (keyof AskedDesign)[] {
  const { format: _f, chemistry: _ch, quantity: _q, capacity_Ah: _ca, cathode: _cat, anode: _an, ...rest } = asked;
  return Object.keys(rest) as (keyof AskedDesign)[];
}

/** Returns the formats that a text can mean: those that it names, or all cylinders where it names no size. */
function formatChoices(text: string): string[] {
  const named = formatsIn(text);
  const isCylinder = named.length === 0 && otherFormatIn(text) === undefined && /cylindrical|원통/i.test(text);
  return isCylinder ? formats.filter(({ shape }) => shape === 'cylinder').map(({ code }) => code) : named;
}

/** Reads format, chemistry and grades. @returns the materials of an electrode of which only one can be meant, if any */
function readWords(text: string, left: Leftover, asked: AskedDesign): string[] {
  const [format] = formatsIn(text);
  if (format !== undefined) asked.format = format;
  left.takeAll(formatMentions);
  const named = chemistryWords.filter(({ spelt }) => left.takeAll(spelt));
  const cathodes = named.flatMap(({ cathode }) => cathode ?? []);
  const anodes = named.flatMap(({ anode }) => anode ?? []);
  const isHalfCell = named.some((each) => each.isHalfCell);
  if (cathodes[0] !== undefined) asked.cathode = cathodes[0];
  if (anodes[0] !== undefined) asked.anode = anodes[0];
  if (isHalfCell) asked.chemistry = 'half cell vs Li (cathode)';
  // "NMC" beside a grade of it is the same, and graphite is a part of Si-graphite.
  const grades = cathodes.filter((each, at) => at === 0 || !(cathodes[0] ?? '').startsWith(each));
  const negatives = anodes.filter((each) => each !== 'graphite' || anodes[0] !== 'Si-graphite');
  const counter = isHalfCell && grades.length > 0 ? ['Li'] : [];
  const choices = grades.length > 1 ? grades : [...counter, ...negatives];
  readChemistry(asked);
  return choices.length > 1 ? choices : [];
}

function readChemistry(asked: AskedDesign): void {
  const chemistry = chemistryFor(asked);
  if (chemistry === undefined) return;
  asked.chemistry = chemistry;
  if (chemistry === 'half cell vs Li (graphite)' && asked.anode !== undefined) {
    // Against lithium, a material of anodes is the positive electrode.
    asked.cathode = asked.anode;
    delete asked.anode;
  }
  // "NMC" alone names the family; which grade is used is assumed, unless the usual one is of another family.
  if (asked.cathode === 'NMC' && !isUsual(chemistry, 'NMC')) asked.cathode = 'NMC622';
  if (asked.cathode === 'NMC' || asked.cathode === 'Na') delete asked.cathode;
}

/** Whether the usual cathode of a chemistry is of a family. */
function isUsual(chemistry: string, family: string): boolean {
  return chemistries.find(({ code }) => code === chemistry)?.cathodes[0]?.startsWith(family) === true;
}

/** Returns the chemistry whose electrodes have these grades. Graphite is the usual anode. */
function chemistryFor({ chemistry, cathode, anode }: AskedDesign): string | undefined {
  if (chemistry !== undefined)
    return cathode === undefined && anode !== undefined ? 'half cell vs Li (graphite)' : chemistry;
  if (cathode === undefined && anode === undefined) return undefined;
  if (cathode === 'Na' || anode === 'hard carbon') return 'Na layered oxide/hard carbon';
  const grade = cathode === 'NMC' ? 'NMC622' : cathode;
  const full = chemistries.filter(({ code }) => !code.startsWith('half'));
  const negative = anode ?? (grade === undefined ? undefined : 'graphite');
  return full.find(
    (row) =>
      (grade === undefined || row.cathodes.includes(grade)) &&
      (negative === undefined || row.anodes.includes(negative)),
  )?.code;
}

/** Reads a ratio, which has decimals and no thousands: N/P 1,125. */
function ratioIn(digits: string | undefined): number | undefined {
  return readingsOf(digits ?? '')[0];
}

/** Reads N/P and the proportion of a sheet. */
function readRatios(text: string, left: Leftover, asked: AskedDesign): void {
  const balance =
    /\bN ?\/? ?P(?: ?-?(?:ratio|비율?|비))?(?: ?(?:of|=|:|≈|~))? ?(\d+[.,]\d+|\d)(?![\d.,]*\d)/i.exec(text) ??
    /(\d[.,]\d+) ?N ?\/ ?P(?: ratio)?/i.exec(text);
  const ratio = ratioIn(balance?.[1]);
  if (balance !== null && ratio !== undefined) {
    asked.balance = ratio;
    left.take(balance.index, balance.index + balance[0].length, 'balance');
  }
  const aspect =
    /(?:aspect(?: ratio)?|proportions?|종횡비|비율)(?: ?(?:of|=|:))? ?(\d+(?:[.,]\d+)?)(?: ?[:/] ?(\d+(?:[.,]\d+)?))?/i.exec(
      text,
    );
  const first = ratioIn(aspect?.[1]);
  const second = ratioIn(aspect?.[2] ?? '1');
  if (aspect === null || first === undefined || second === undefined || first === 0 || second === 0) return;
  asked.aspect = Math.max(first / second, second / first);
  left.take(aspect.index, aspect.index + aspect[0].length, 'aspect');
}

/**
 * Reads lengths: two or three together are a size; one is a thickness or a disc, by the words around it.
 * @returns the text without them
 */
function readSizes(text: string, quantities: readonly Quantity[], left: Leftover, asked: AskedDesign): string {
  const lengths = quantities.filter(({ dimension }) => dimension === 'length');
  const isTogether = (a: Quantity, b: Quantity | undefined): b is Quantity =>
    b !== undefined && /^ ?(?:mm|cm)? ?(?:x|×|\*|by) ?$/i.test(text.slice(a.end, b.start));
  for (const [index, first] of lengths.entries()) {
    if (left.isTaken(first.start, first.end)) continue;
    const second = lengths[index + 1];
    const third = lengths[index + 2];
    if (isTogether(first, second)) {
      const all = isTogether(second, third) ? [first, second, third] : [first, second];
      readSize(
        all.map(({ value }) => value),
        asked,
      );
      left.take(first.start, (all.at(-1) ?? second).end, 'size_mm');
    } else readLength(text, first, left, asked);
  }
  let plain = text;
  for (const { start, end } of lengths) plain = plain.slice(0, start) + ';'.repeat(end - start) + plain.slice(end);
  return plain;
}

function readSize(values: readonly number[], asked: AskedDesign): void {
  const [first = 0, second = 0, third] = values;
  if (third === undefined) asked.size_mm = { width: Math.min(first, second), height: Math.max(first, second) };
  else {
    // Prismatic cans are named width, thickness, height or thickness first: the thickness is the smallest.
    const thickness = Math.min(first, second, third);
    const sides = [...values];
    sides.splice(values.indexOf(thickness), 1);
    const [width = 0, height = 0] = asked.format === 'prismatic' ? sides : sides.toSorted((a, b) => a - b);
    asked.size_mm = { thickness, width, height };
  }
}

function readLength(text: string, { value, start, end }: Quantity, left: Leftover, asked: AskedDesign): void {
  const before = text.slice(Math.max(0, start - 30), start);
  const after = text.slice(end, end + 20);
  const saysThick = /^ ?-?(?:thick|두께)/i.test(after) || /(?:thick(?:ness)?|두께)[^,;\d]*$/i.test(before);
  const isLimit =
    /^ ?(?:이하|max)/i.test(after) ||
    /(?:at most|max(?:imum)?|under|below|less than|up to|최대|≤|<)[^,;\d]*$/i.test(before);
  const isCoin = asked.format === '2032 coin';
  const isDisc =
    isCoin ||
    /^ ?-?(?:disc|disk|diameter|punch|디스크|원판|지름)/i.test(after) ||
    /(?:disc|disk|diameter|Ø|디스크|지름)[^,;\d]*$/i.test(before);
  const key = saysThick || (isLimit && !isCoin) ? 'thickness_mm' : isDisc ? 'disc_mm' : undefined;
  if (key === undefined || asked[key] !== undefined) return;
  asked[key] = value;
  left.take(start, end + (/^ ?-?(?:thick|두께)/i.exec(after)?.[0].length ?? 0), key);
}

/**
 * Reads one value into what is asked.
 * @returns what it is; undefined where a cell design has no such value, or has one already
 */
function readQuantity(
  text: string,
  { dimension, value, start, end }: Quantity,
  asked: AskedDesign,
  count: number | undefined,
): keyof AskedDesign | undefined {
  const around = text.slice(Math.max(0, start - 16), end + 16);
  if (dimension === 'mass' && /electrolyte|전해/i.test(around)) {
    if (asked.capacity_Ah === undefined || asked.electrolyte_g_Ah !== undefined) return undefined;
    asked.electrolyte_g_Ah = value / asked.capacity_Ah;
    return 'electrolyte_g_Ah';
  }
  if ((dimension === 'cells' || dimension === 'number') && value === count) return 'quantity';
  const key = keys[dimension];
  if (key === undefined || asked[key] !== undefined || !(value > 0)) return undefined;
  if (key === 'layers' && !Number.isInteger(value)) return undefined;
  asked[key] = value;
  return key;
}

const keys: Partial<
  Record<
    Quantity['dimension'],
    'capacity_Ah' | 'energy_Wh' | 'areal_mAh_cm2' | 'loading_mg_cm2' | 'specific_mAh_g' | 'layers' | 'electrolyte_g_Ah'
  >
> = {
  capacity: 'capacity_Ah',
  energy: 'energy_Wh',
  arealCapacity: 'areal_mAh_cm2',
  loading: 'loading_mg_cm2',
  specificCapacity: 'specific_mAh_g',
  layers: 'layers',
  massPerCapacity: 'electrolyte_g_Ah',
};

/** Returns the size of a cell that a text names and that we do not build. */
export function otherFormatIn(text: string): string | undefined {
  const plain = readable(text);
  const otherCoin = /\b(?:CR|LIR)[- ]?(?!2032)\d{4}(?!\d)/i.exec(plain)?.[0];
  const named = [...plain.matchAll(/(?<![\d.,])\d{4,5}(?![\d.,]*\d)/g)].map(([digits]) => digits);
  return otherCoin ?? named.find((each) => cellSizes.has(Number(each)) && otherFormats.has(Number(each)));
}
