import { stemOf } from './stem.ts';
import { wordsOf } from './tokens.ts';

/** Whether a question can only be understood together with the one before it, such as "and for LFP?". */
export function refersBack(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  return words.length <= 4 && (opensAsFollowUp(text) || pronoun.test(text.slice(0, 400)));
}

/**
 * Returns the words of a follow-up without those that only tie it to the question before: "그럼", and particles that stand
 * alone because the word before is in Latin letters or digits, as in "LFP는?". English ones are stop words.
 */
export function withoutTies(words: readonly string[]): string[] {
  return words.filter((word) => !ties.has(word));
}

const ties: ReadonlySet<string> = new Set(
  `그럼 그러면 그렇다면 그리고 그런데 근데 은 는 은요 는요 을 를 의 에 로 으로 과 와 도 만 에서 에서는 에서도 에는 에도 으로는 로는
  와는 과는 까지 부터 보다 이면 일 경우 어떤가 어때`
    .split(/\s+/)
    .map(stemOf),
);

/** Whether a question names something in a clause before it says "it": "What is the N/P ratio and why is it above one?" */
export function mayStandAlone(text: string, maxChars: number): boolean {
  if (opensAsFollowUp(text)) return false;
  const [, before = ''] = laterPronoun.exec(text.slice(0, 400)) ?? [];
  return wordsOf(before, maxChars).length > 0;
}

function opensAsFollowUp(text: string): boolean {
  return opening.test(text.trimStart().slice(0, 60).toLowerCase());
}

const opening =
  /^(and|or|but|so|then|also|what about|how about|what if|same|ok|okay|why so|since when|그럼|그러면|그리고|그런데|그건|그게|그것)(?![\p{L}\p{N}])/u;
const pronoun =
  /\b(it|its|that|this|those|these|they|them|there|former|latter|the same|one)\b|(그것|그건|그게|그걸|이것|이건|이게)/iu;
/** A clause without a pronoun, and one with a pronoun after it. */
const laterPronoun = new RegExp(
  String.raw`^((?:(?!${pronoun.source}).)*?)(?:[,;.?!]|\b(?:and|but|or|because|when|if)\b).*?${pronoun.source}`,
  'iu',
);

/**
 * Returns the words that a follow-up takes over from the question before it. A word that the follow-up replaces by one
 * of the same kind stays behind: after "NMC", "and for LFP?" no longer asks about NMC.
 */
export function carriedWords(words: readonly string[], before: readonly string[]): string[] {
  const replaced = new Set(words.flatMap((word) => kindsOf.get(word) ?? []));
  return [...new Set(withoutTies(before))].filter(
    (word) => !words.includes(word) && kindsOf.get(word)?.some((kind) => replaced.has(kind)) !== true,
  );
}

/**
 * Returns a question with the words that it takes over from the one before it, so that a chain of follow-ups keeps its
 * subject: after "voltage window of NMC" and "and for LFP?", the question "and at 45 °C?" still asks for the window.
 */
export function completeFollowUp(text: string, before: string | undefined, maxChars: number): string {
  if (before === undefined) return text;
  const words = withoutTies(wordsOf(text, maxChars));
  return refersBack(text, words) ? [text, ...carriedWords(words, wordsOf(before, maxChars))].join(' ') : text;
}

/**
 * Returns the questions that a question can only be understood with, oldest first: the one before it, the one that this
 * one leans on, and so on.
 * @param earlier the questions before it in its conversation, oldest first
 */
export function leansOn(text: string, earlier: readonly string[], maxChars: number): string[] {
  let from = earlier.length;
  for (let asked = text; from > 0 && leans(asked, maxChars); asked = earlier[from] ?? '') from--;
  return earlier.slice(from);
}

function leans(text: string, maxChars: number): boolean {
  return refersBack(text, withoutTies(wordsOf(text, maxChars))) && !mayStandAlone(text, maxChars);
}

/** Words of which a question names one or another. In canonical form, see `synonyms.ts`. */
const kinds: readonly (readonly string[])[] = [
  ['lfp', 'nmc', 'nmc811', 'nmc622', 'nmc532', 'nca', 'lco', 'lmo', 'lto', 'sodiumion', 'lnmo', 'lmfp'],
  ['anode', 'cathode'],
  ['graphite', 'silicon', 'lto'],
  ['coincell', 'pouch', 'cylindrical', 'prismatic', '18650', '21700', '4680'],
  ['air', 'road', 'sea', 'rail'],
  ['un38.3', 'gb38031', 'iec62660', 'iec61960', 'iso12405', 'ul1642', 'iec62133', 'iec62619'],
  ['fec', 'vc', 'lipo2f2'],
  ['aluminum', 'copper', 'nickel'],
  ['glovebox', 'dryroom'],
  ['cold', 'hot'],
];

const kindsOf = new Map<string, number[]>();
for (const [kind, words] of kinds.entries()) {
  for (const word of words) kindsOf.set(stemOf(word), [...(kindsOf.get(stemOf(word)) ?? []), kind]);
}

export type KindName = 'chemistry' | 'format' | 'temperature';

/** Set of options; a question names one of them, and a follow-up names another. */
export interface OptionKind {
  name: KindName;
  options: { word: string; english: string; korean: string }[];
}

const option = (word: string, english: string, korean = english) => ({ word: stemOf(word), english, korean });

/** The kinds that follow-ups are offered for. */
export const offeredKinds: readonly OptionKind[] = [
  {
    name: 'chemistry',
    options: [
      option('lfp', 'LFP'),
      option('nmc', 'NMC'),
      option('nca', 'NCA'),
      option('lto', 'LTO'),
      option('sodiumion', 'sodium-ion', '나트륨 이온'),
    ],
  },
  {
    name: 'format',
    options: [
      option('pouch', 'pouch cells', '파우치 셀'),
      option('cylindrical', 'cylindrical cells', '원통형 셀'),
      option('coincell', 'coin cells', '코인셀'),
      option('prismatic', 'prismatic cells', '각형 셀'),
    ],
  },
  { name: 'temperature', options: [option('cold', 'the cold', '저온'), option('hot', 'the heat', '고온')] },
];

/** Returns the kinds of which these words name one. */
export function namedKinds(words: ReadonlySet<string>): readonly OptionKind[] {
  return offeredKinds.filter(({ options }) => options.some(({ word }) => words.has(word)));
}
