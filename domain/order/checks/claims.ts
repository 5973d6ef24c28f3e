import { ampereHours, amountsIn, type AroundText, celsius } from '../../ground/figure/amounts.ts';
import { composedText, withPlainMarks } from '../../ground/figure/plain-text.ts';
import { decimalMarkIn } from '../../ground/figure/separators.ts';
import { type Claim, type ClaimKind, claimKinds } from '../data/claim.ts';
import { formats } from '../data/formats.ts';

/**
 * Claims: what a text says about cells and their tests. Title, notes and files of an order are read for them. A claim does
 * not depend on any order; `claim-differences.ts` compares it with one.
 */

/** A sentence with its claims. */
export interface Sentence {
  text: string;
  /** Whether it is about a test: drying and formation have temperatures of their own. */
  isAboutTests: boolean;
  /** Whether it is about cells of other days, with which those of the order are compared. */
  isAboutOthers: boolean;
  /** Claims with the index in `text` at which each begins. */
  claims: (Claim & { at: number })[];
}

const aboutTests = /\btest|\bcycl|\brpt\b|\baging|\bageing|시험|사이클|수명/i;
const aboutOthers = /\blast (?:year|month|time)|\bprevious|\bearlier|\bold (?:cells|batch)|지난|이전|작년/i;

/** Splits a text into sentences and reads their claims, in a time that grows with the length of the text only. */
export function sentencesOf(text: string): Sentence[] {
  const composed = composedText(text);
  const around = { mark: decimalMarkIn(withPlainMarks(composed)), hasLines: composed.includes('\n') };
  return composed.split(/\.(?![\d.])|\n(?!\d)/).map((sentence) => {
    const plain = withPlainMarks(sentence);
    return {
      text: sentence,
      isAboutTests: aboutTests.test(sentence),
      isAboutOthers: aboutOthers.test(sentence),
      claims: claimKinds.flatMap((kind) => readers[kind](plain, around).map((claim) => ({ kind, ...claim }))),
    };
  });
}

type ClaimReader = (sentence: string, around: AroundText) => Omit<Sentence['claims'][number], 'kind'>[];

const readers: Record<ClaimKind, ClaimReader> = {
  temperature: (sentence, around) => amountsIn(sentence, celsius, around),
  capacity: (sentence, around) => amountsIn(sentence, ampereHours, around),
  format: (sentence) => [...sentence.matchAll(format)].map(({ 0: value, index: at }) => ({ value, at })),
  chemistry: (sentence) =>
    [...sentence.matchAll(chemistry)].map(({ 0: word, index: at }) => {
      const value = word.toUpperCase();
      return { value: value === 'NCM' ? 'NMC' : value, at };
    }),
};

/** Lookahead that excludes a number with a unit, such as 4680 mAh. */
const notAmount = String.raw`(?![.,]?\d)(?!\s?(?:m?Ah|m?Wh|m?A|m?V|[mμ]?m|k?g|mg|h|s|cycles?|°|€|%|회|사이클|개|원)(?![a-z]))`;
const codes = formats.flatMap(({ code }) => (/^\d+$/.test(code) ? [code] : []));
const format = new RegExp(String.raw`(?<![\d.,])(?:${codes.join('|')})${notAmount}`, 'gi');

const chemistry = /\b(?:NMC|NCM|NCA|LFP|LCO|LMO|LTO)(?![a-z])/gi;
