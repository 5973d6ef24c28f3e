import type { AnswerDoubt } from '#domain/chat/chat.ts';
import { numberIn, type Quantity, quantitiesIn, readable } from '#domain/quantities/quantities.ts';
import { stopWords } from '#domain/assistant/retrieval/stop-words.ts';
import { wordsOf } from '#domain/assistant/retrieval/tokens.ts';
import { citation, numbersIn, withPlainCitations } from './citations.ts';
import { type Clause, clausesOf, contradicts } from './polarity.ts';

/**
 * Compares an answer of a language model with its sources, sentence by sentence, because a model may state what none of
 * them says. It cannot tell whether a sentence turns its source into its opposite other than by a negation, such as
 * "rises" into "falls"; whether a figure of the source belongs to the right thing; and whether numbers written as words
 * are right.
 */

/** A numbered text that a sentence may cite as [n]. */
export interface CitedText {
  n: number;
  text: string;
}

export interface Checked {
  /** The answer without citations of sources that do not exist. */
  content: string;
  /** Numbers of the sources that are cited, in the order of their first citation. */
  cited: number[];
  doubts: AnswerDoubt[];
}

/** Minimum share of a sentence's words that the cited sources must have. */
const supportedAt = 0.6;
/** Longest text whose words are compared, in characters. */
const mostChars = 20_000;

/** @param content Markdown with citations such as [1] or [1, 3], as the model wrote it */
export function verified(content: string, sources: readonly CitedText[]): Checked {
  const known = new Map(sources.map(({ n, text }) => [n, factsOf(text)]));
  const cleaned = withPlainCitations(content, new Set(known.keys())).replace(citation, (_, numbers: string) => {
    const existing = numbersIn(numbers).filter((n) => known.has(n));
    return existing.map((n) => `[${n}]`).join('');
  });
  const text = cleaned.replace(/(?<![ \t])[ \t]+(?=[.,;:!?]|$)/gm, '').trim();
  const doubts: AnswerDoubt[] = [];
  const cited = new Set<number>();
  for (const { sentence, cites, isLeadIn } of sentencesOf(text)) {
    for (const n of cites) cited.add(n);
    const facts = factsOf(sentence);
    if (isLeadIn && facts.figures.length === 0) continue;
    const why = doubtOf(
      facts,
      cites.map((n) => known.get(n)).filter((found) => found !== undefined),
    );
    if (why !== undefined) doubts.push({ sentence, why });
  }
  return { content: text, cited: [...cited], doubts };
}

interface Facts {
  clauses: Clause[];
  figures: Figure[];
  words: Set<string>;
}

/** A quantity, with what stands directly before and behind it. */
interface Figure {
  quantity: Quantity;
  before: string;
  behind: string;
}

function factsOf(text: string): Facts {
  const words = wordsOf(withoutFigures(text), mostChars).filter((word) => !stopWords.has(word) && !/^\d/.test(word));
  return { clauses: clausesOf(text), figures: figuresIn(text), words: new Set(words) };
}

/** Units of measurement are compared with their figures: 5 Ah shares no word with 5000 mAh. */
function withoutFigures(text: string): string {
  const plain = readable(text);
  return quantitiesIn(plain)
    .filter(({ dimension }) => !counted.has(dimension))
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, plain);
}

/** Dimensions whose units are words of the sentence. */
const counted: ReadonlySet<string> = new Set([
  'cycles',
  'layers',
  'anodes',
  'series',
  'parallel',
  'cells',
  'electrons',
  'number',
]);

function figuresIn(text: string): Figure[] {
  let plain = readable(text);
  // The unit of "80 mm/s" is not known: without its stroke it is not taken for a length.
  for (const { dimension, end } of quantitiesIn(plain).toReversed()) {
    if (dimension !== 'number' && /^\/[a-z]/i.test(plain.slice(end, end + 2)))
      plain = `${plain.slice(0, end)}per${plain.slice(end + 1)}`;
  }
  return withUnits(plain, quantitiesIn(plain)).map((quantity) => ({
    quantity,
    before: /\S+\s*$/.exec(plain.slice(Math.max(0, quantity.start - 40), quantity.start))?.[0].trim() ?? '',
    behind: /^\s*[^\s.,;]+/.exec(plain.slice(quantity.end, quantity.end + 40))?.[0].trim() ?? '',
  }));
}

/** Gives the first number of a range the unit of the second: 0 to 45 °C. */
function withUnits(plain: string, found: readonly Quantity[]): Quantity[] {
  return found.map((quantity, i) => {
    const next = found[i + 1];
    if (quantity.dimension !== 'number' || next === undefined || next.dimension === 'number') return quantity;
    if (!/^ ?(?:to|~|-|and|or|에서|부터) ?$/i.test(plain.slice(quantity.end, next.start))) return quantity;
    const written = numberIn(/^[+-]?[\d., ']*\d/.exec(next.text)?.[0] ?? '');
    if (written === undefined || written === 0) return { ...quantity, dimension: next.dimension };
    return {
      ...quantity,
      dimension: next.dimension,
      value: (quantity.value * Math.abs(next.value)) / Math.abs(written),
    };
  });
}

function doubtOf({ clauses, figures, words }: Facts, sources: readonly Facts[]): AnswerDoubt['why'] | undefined {
  if (sources.length === 0) return 'uncited';
  const known = sources.flatMap((source) => source.figures);
  if (!figures.every((figure) => known.some((source) => isSame(figure, source)))) return 'figure';
  const found = [...words].filter((word) => sources.some((source) => source.words.has(word)));
  if (found.length < supportedAt * words.size) return 'words';
  return contradicts(
    clauses,
    sources.flatMap((source) => source.clauses),
  )
    ? 'words'
    : undefined;
}

/**
 * Whether two figures are equal, also in other units of their dimension. Numbers without a unit are many: one must have
 * the same neighbour too, such as "4 venting" or "level 4".
 */
function isSame(stated: Figure, source: Figure): boolean {
  const [one, other] = [stated.quantity, source.quantity];
  if (one.dimension !== other.dimension || !near(one.value, other.value)) return false;
  if (one.dimension === 'temperature' && isFahrenheit(one) !== isFahrenheit(other)) return false;
  if (one.dimension !== 'number') return true;
  return isSameWord(stated.before, source.before) || isSameWord(stated.behind, source.behind);
}

/** Questions are read without a difference between the scales. */
function isFahrenheit({ text }: Quantity): boolean {
  return /F$|fahrenheit/i.test(text);
}

function isSameWord(one: string, other: string): boolean {
  return one !== '' && one.toLowerCase() === other.toLowerCase();
}

/** Equal but for the arithmetic of converting units. */
function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));
}

interface Sentence {
  sentence: string;
  cites: number[];
  /** A heading, or a line that introduces a list. */
  isLeadIn: boolean;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Splits Markdown into sentences; each row of a table and each item of a list is at least one. */
function sentencesOf(markdown: string): Sentence[] {
  const found: Sentence[] = [];
  for (const line of markdown.split('\n')) {
    if (/^[\s|:-]*$/.test(line)) continue;
    const bare = line.replace(/^\s*(?:#+|[-*+>]|\d+[.)])\s+/, '');
    // A citation behind the full stop belongs to the sentence before it.
    const moved = bare.replace(/([.!?。])\s*((?:\[\d+\]\s*)+)/g, ' $2$1 ');
    for (const { segment } of segmenter.segment(moved)) {
      const sentence = segment
        .replace(citation, '')
        .replace(/\s+/g, ' ')
        .replace(/ (?=[.,;:!?。])/g, '')
        .trim();
      if (!/[\p{L}\p{N}]/u.test(sentence)) continue;
      const cites = [...segment.matchAll(citation)].flatMap(([, numbers = '']) => numbersIn(numbers));
      found.push({ sentence, cites, isLeadIn: /^\s*#/.test(line) || sentence.endsWith(':') });
    }
  }
  return found;
}
