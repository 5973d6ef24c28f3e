import { formats } from './formats.ts';

/**
 * Claims: what a text says about cells and their tests. Title, notes and files of an order are read for them. A claim does
 * not depend on any order; `claim-differences.ts` compares it with one.
 */

export const claimKinds = ['temperature', 'capacity', 'format', 'chemistry'] as const;
export type ClaimKind = (typeof claimKinds)[number];

export interface Claim {
  kind: ClaimKind;
  /** °C, Ah, the code of a format, or the name of a chemistry. */
  value: number | string;
  /** How far from the value a text allows, as in 25 ± 2 °C. */
  spread?: number;
}

/** A sentence with its claims. */
export interface Sentence {
  text: string;
  /** Whether it is about a test: drying and formation have temperatures of their own. */
  isAboutTests: boolean;
  /** Whether it is about cells of other days, with which those of the order are compared. */
  isAboutOthers: boolean;
  /** With the index in `text` at which each begins. */
  claims: (Claim & { at: number })[];
}

const aboutTests = /\btest|\bcycl|\brpt\b|\baging|\bageing|시험|사이클|수명/i;
const aboutOthers = /\blast (?:year|month|time)|\bprevious|\bearlier|\bold (?:cells|batch)|지난|이전|작년/i;

/** Splits a text into sentences and reads their claims, in a time that grows with the length of the text only. */
export function sentencesOf(text: string): Sentence[] {
  return text
    .normalize('NFKC')
    .split(/[.\n](?!\d)/)
    .map((sentence) => ({
      text: sentence,
      isAboutTests: aboutTests.test(sentence),
      isAboutOthers: aboutOthers.test(sentence),
      claims: claimKinds.flatMap((kind) => readers[kind](sentence).map((claim) => ({ kind, ...claim }))),
    }));
}

type Reader = (sentence: string) => Omit<Sentence['claims'][number], 'kind'>[];

const readers: Record<ClaimKind, Reader> = {
  temperature: (sentence) =>
    amountsIn(sentence, celsius).map(({ value, spread, at }) => ({ value, at, ...(spread > 0 ? { spread } : {}) })),
  capacity: (sentence) =>
    amountsIn(sentence, ampereHours).map(({ value, unit, at }) => ({
      value: isMilli(unit) ? value / 1000 : value,
      at,
    })),
  format: (sentence) => [...sentence.matchAll(format)].map(({ 0: value, index: at }) => ({ value, at })),
  chemistry: (sentence) =>
    [...sentence.matchAll(chemistry)].map(({ 0: word, index: at }) => {
      const value = word.toUpperCase();
      return { value: value === 'NCM' ? 'NMC' : value, at };
    }),
};

// All repetitions are bounded: a hostile text must not take quadratic time.
const number = String.raw`[-−]?\d{1,6}(?:[.,]\d{1,6})?`;
const spread = String.raw`(?:±|\+/?[-−])`;
const degree = String.raw`(?:°\s?C|degC)`;
const toward = String.raw`(?:[-–—~…]|to)`;

/** The second number of a range, and the spread of another number, are no amounts of their own. */
const notWithin = [
  String.raw`[\w.,]`,
  String.raw`${spread}\s?`,
  String.raw`(?<![/\d.,])\d{1,3}(?:[.,]\d)?\s?(?:${degree}\s?)?${toward}\s?`,
].join('|');

/** Matches numbers before a unit. Its groups are the number, the spread as in `25 ± 2 °C`, and the unit. */
function amounts(unit: string, notBefore: string): RegExp {
  const within = String.raw`(?:\s?(?:${unit})?\s?${spread}\s?(\d{1,3}(?:[.,]\d{1,3})?)\)?)?`;
  return new RegExp(String.raw`(?<!${notWithin})(${number})${within}\s?(${unit})(?![a-z])(?!${notBefore})`, 'gi');
}

/** Not the first number of a range, and not °C/min. */
const celsius = amounts(
  degree,
  String.raw`\s?/\s?(?:min|sec|s|h)(?![a-z])|\s?${toward}\s?[-−+]?\d{1,3}(?:[.,]\d)?\s?°`,
);
/** Not mAh/g and mAh/cm², which are of a material and an electrode. */
const ampereHours = amounts('m?Ah', String.raw`\s?(?:[/·⋅]\s?(?:k?g|cm|m)(?![a-z])|(?:k?g|cm|m)\s?[-−^])`);

/** Not an amount of something else, such as 4680 mAh. */
const notAmount = String.raw`(?![.,]?\d)(?!\s?(?:m?Ah|m?Wh|m?A|m?V|[mμ]?m|k?g|mg|h|s|cycles?|°|€|%|회|사이클|개|원)(?![a-z]))`;
const codes = formats.flatMap(({ code }) => (/^\d+$/.test(code) ? [code] : []));
const format = new RegExp(String.raw`(?<![\d.,])(?:${codes.join('|')})${notAmount}`, 'gi');

const chemistry = /\b(?:NMC|NCM|NCA|LFP|LCO|LMO|LTO)(?![a-z])/gi;

interface Amount {
  value: number;
  spread: number;
  unit: string;
  at: number;
}

function amountsIn(sentence: string, pattern: RegExp): Amount[] {
  return [...sentence.matchAll(pattern)].map(({ 1: digits = '', 2: within = '0', 3: unit = '', index: at }) => {
    // No cell has thousandths of a mAh: `5,000 mAh` is five thousand.
    const isThousands = isMilli(unit) && /^\d{1,3},\d{3}$/.test(digits);
    const value = Number(digits.replace('−', '-').replace(',', isThousands ? '' : '.'));
    return { value, spread: Number(within.replace(',', '.')), unit, at };
  });
}

function isMilli(unit: string): boolean {
  return /^m/i.test(unit);
}
