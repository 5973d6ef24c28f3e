import type { KnowledgeEntry } from '../../ground/knowledge.ts';
import type { Steps } from '../../ground/work-in-steps.ts';
import { kindShares } from './asked-kinds.ts';
import { canonicalWords } from './canonical.ts';
import type { RankModel } from './model.ts';
import { retrievalSettings } from './thresholds.ts';
import { stopWords } from './stop-words.ts';
import { gramsOf, plainWordsOf, wordsOf } from './tokens.ts';
import { type UnshownPhrasings, unshownPhrasings } from './unshown-phrasings.ts';

/**
 * Search index of the knowledge base. Words are found by the part of the entry they stand in, runs of letters in its
 * phrasings. Every document is a whole entry; single phrasings are compared only for the few entries that remain.
 */
export interface SearchIndex {
  model: RankModel;
  entries: KnowledgeEntry[];
  /** The index of all entries, where some are not published. */
  all?: SearchIndex;
  words: Map<string, WordPosting>;
  /** Length of each entry's parts in words: `partNames.length` numbers an entry. */
  lengths: Uint32Array;
  /** Average length of each part, in the order of `partNames`; at least 1. */
  averages: number[];
  /** Average length of an entry, and 1. The title is one of the phrasings, so it does not count again. */
  averageWhole: number;
  /** Idf of a word that occurs in no entry. */
  unknownIdf: number;
  grams: GramIndex;
  /** The words of each entry, without repetition and without stop words. */
  wordsOfEntry: readonly (readonly string[])[];
  phrasings: readonly (readonly Phrasing[])[];
  /** Shares of the phrasings of each entry that ask for each kind, see `asked-kinds.ts`. */
  kinds: readonly (readonly number[])[];
  /** Entries by a phrasing as it is typed, see `exactKeyOf`; without phrasings that two entries have. */
  exact: Map<string, KnowledgeEntry>;
  /** Known words by first letter and length (see `vocabularyKeyOf`), for correcting typos. */
  vocabulary: Map<string, string[]>;
}

/** The parts of an entry. `phrasings` holds the question and its other phrasings. */
export const partNames = ['title', 'phrasings', 'keywords', 'answer'] as const;
const parts = partNames.length;

/** The entries with a word, ascending, and how often each part of each entry has it. */
export interface WordPosting {
  entries: number[];
  /** `partNames.length` counts for each of `entries`. */
  counts: number[];
  idf: number;
}

/** The words of a phrasing, without repetition, and its length as a vector of their idf. */
export interface Phrasing {
  words: readonly string[];
  length: number;
}

/** Runs of letters in the phrasings of each entry, for a language model of each entry. */
interface GramIndex {
  postings: Map<string, GramPosting>;
  lengths: Uint32Array;
  total: number;
}

/** The entries with a run of letters, ascending, how often each has it, and how often all have it. */
interface GramPosting {
  entries: number[];
  counts: number[];
  total: number;
}

/** Builds the index of all entries, in time proportional to their text; a step takes less than some milliseconds. */
export function* indexInSteps(
  entries: KnowledgeEntry[],
  model: RankModel,
  unshown: UnshownPhrasings = unshownPhrasings,
): Steps<SearchIndex> {
  const { maxChars, unknownCount } = retrievalSettings;
  const split = (text: string): string[] => wordsOf(text, maxChars);
  const words = new Map<string, WordPosting>();
  const lengths = new Uint32Array(entries.length * parts);
  // Splitting is the slow part, so each text is split once.
  const plain: string[][][] = [];
  const phrasings: string[][][] = [];
  const kinds: number[][] = [];
  const wordsOfEntry: string[][] = [];
  for (const [at, entry] of entries.entries()) {
    yield;
    const asked = [...phrasingsOf(entry), ...(unshown.get(entry.question) ?? [])];
    const written = asked.map((text) => plainWordsOf(text, maxChars));
    const meant = written.map((each) => canonicalWords(each));
    plain.push(written);
    phrasings.push(meant);
    kinds.push(kindShares(written));
    const texts = [meant[0] ?? [], meant.flat(), entry.keywords.flatMap(split), answerOf(entry, split)];
    for (const [part, list] of texts.entries()) {
      lengths[at * parts + part] = list.length;
      for (const word of list) count(words, word, at, part);
    }
    wordsOfEntry.push([...new Set(texts.flat())]);
    for (const word of written.flat()) if (stopWords.has(word)) count(words, word, at, 1);
  }
  yield* trimmed(words.values());
  for (const posting of words.values()) posting.idf = Math.log(1 + entries.length / posting.entries.length);
  const averages = partNames.map((_, part) => averageOf(lengths, part));
  const grams = yield* gramsInSteps(plain);
  return {
    model,
    entries,
    words,
    lengths,
    averages,
    averageWhole: 1 + averages.reduce((sum, average) => sum + average, 0) - (averages[0] ?? 0),
    unknownIdf: Math.log(1 + entries.length / unknownCount),
    grams,
    wordsOfEntry,
    phrasings: phrasings.map((list) =>
      list.filter(({ length }) => length > 0).map((phrasing) => phrasingOf(words, [...new Set(phrasing)])),
    ),
    kinds,
    exact: exactOf(entries, plain),
    vocabulary: vocabularyOf(words),
  };
}

/** Returns how much a word tells: the rarer among the entries, the more. */
export function idfOf({ words, unknownIdf }: Pick<SearchIndex, 'words' | 'unknownIdf'>, word: string): number {
  return words.get(word)?.idf ?? unknownIdf;
}

/** Returns the place of an entry in a posting; -1 if it is not there. */
export function placeIn({ entries }: WordPosting, entry: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] ?? 0) < entry) low = middle + 1;
    else high = middle;
  }
  return entries[low] === entry ? low : -1;
}

/** Returns those of the words that the entry at this place in `entries` does not have. */
export function missingIn({ words }: SearchIndex, of: readonly string[], entry: number): string[] {
  return of.filter((word) => {
    const posting = words.get(word);
    return posting === undefined || placeIn(posting, entry) < 0;
  });
}

/** Returns the sum of the idf of words. */
export function weightOf(index: SearchIndex, words: readonly string[]): number {
  return words.reduce((sum, word) => sum + idfOf(index, word), 0);
}

function phrasingOf(postings: ReadonlyMap<string, WordPosting>, words: readonly string[]): Phrasing {
  return { words, length: Math.sqrt(words.reduce((sum, word) => sum + (postings.get(word)?.idf ?? 0) ** 2, 0)) };
}

/** Returns all phrasings of an entry's question, in all its languages; the question itself is the first. */
export function phrasingsOf({ question, alternatives, ko }: KnowledgeEntry): string[] {
  return [question, ...alternatives, ...(ko === undefined ? [] : [ko.question, ...ko.alternatives])];
}

function answerOf({ answer, ko }: KnowledgeEntry, split: (text: string) => string[]): string[] {
  return [...split(answer), ...(ko === undefined ? [] : split(ko.answer))];
}

function count(words: Map<string, WordPosting>, word: string, entry: number, part: number): void {
  let posting = words.get(word);
  if (posting === undefined) words.set(word, (posting = { entries: [], counts: [], idf: 0 }));
  if (posting.entries.at(-1) !== entry) {
    posting.entries.push(entry);
    for (let i = 0; i < parts; i++) posting.counts.push(0);
  }
  const at = posting.counts.length - parts + part;
  posting.counts[at] = (posting.counts[at] ?? 0) + 1;
}

function averageOf(lengths: Uint32Array, part: number): number {
  let sum = 0;
  for (let at = part; at < lengths.length; at += parts) sum += lengths[at] ?? 0;
  return Math.max(1, sum / Math.max(1, lengths.length / parts));
}

/** @param plain for each entry, the words of each phrasing as they are written */
function* gramsInSteps(plain: readonly (readonly string[][])[]): Steps<GramIndex> {
  const postings: GramIndex['postings'] = new Map();
  // Words repeat, so each is cut into its runs once.
  const postingsOfWord = new Map<string, GramPosting[]>();
  const lengths = new Uint32Array(plain.length);
  let total = 0;

  function postingsOf(word: string): GramPosting[] {
    const known = postingsOfWord.get(word);
    if (known !== undefined) return known;
    const found = gramsOf([word]).map((gram) => {
      const posting = postings.get(gram) ?? { entries: [], counts: [], total: 0 };
      postings.set(gram, posting);
      return posting;
    });
    postingsOfWord.set(word, found);
    return found;
  }

  for (const [at, phrasings] of plain.entries()) {
    yield;
    for (const word of phrasings.flat()) {
      const found = postingsOf(word);
      for (const posting of found) {
        const { entries, counts } = posting;
        const last = entries.length - 1;
        if (entries[last] === at) counts[last] = (counts[last] ?? 0) + 1;
        else {
          entries.push(at);
          counts.push(1);
        }
        posting.total++;
      }
      lengths[at] = (lengths[at] ?? 0) + found.length;
      total += found.length;
    }
  }
  yield* trimmed(postings.values());
  return { postings, lengths, total };
}

/** Number of postings that are trimmed in one step. */
const trimmedAtOnce = 2000;

/** Copies the lists of postings. A list that has grown keeps space for 16 more items, and most have one or two. */
function* trimmed(postings: Iterable<Pick<GramPosting, 'entries' | 'counts'>>): Steps<void> {
  let done = 0;
  for (const posting of postings) {
    posting.entries = posting.entries.slice();
    posting.counts = posting.counts.slice();
    if (++done % trimmedAtOnce === 0) yield;
  }
}

function exactOf(
  entries: readonly KnowledgeEntry[],
  plain: readonly (readonly string[][])[],
): Map<string, KnowledgeEntry> {
  const exact = new Map<string, KnowledgeEntry | undefined>();
  for (const [at, entry] of entries.entries()) {
    const [title = [], ...others] = plain[at] ?? [];
    for (const key of new Set([title, firstQuestionIn(title), ...others].map(exactKeyOf))) {
      exact.set(key, exact.has(key) ? undefined : entry);
    }
  }
  return new Map([...exact].flatMap(([key, entry]) => (entry === undefined ? [] : [[key, entry]])));
}

/** Returns the first of two questions in a title, such as "what is the SEI and what is it good for"; else the title. */
function firstQuestionIn(title: readonly string[]): readonly string[] {
  const end = title.findIndex((word, at) => word === 'and' && asking.has(title[at + 1] ?? ''));
  const first = title.slice(0, end);
  // "How long and how warm …": without a verb it is half of one question.
  return end > 0 && first.some((word) => verbs.has(word)) ? first : title;
}

const asking: ReadonlySet<string> = new Set(['what', 'which', 'how', 'why', 'when', 'where', 'who', 'is', 'can']);
const verbs: ReadonlySet<string> = new Set(['is', 'are', 'does', 'do', 'can', 'should', 'must']);

/** Returns the key in `exact` of a text's words as they are written: spaces, punctuation and articles do not matter. */
export function exactKeyOf(plain: readonly string[]): string {
  return plain.filter((word) => !articles.has(word)).join(' ');
}

const articles: ReadonlySet<string> = new Set(['a', 'an', 'the']);

function vocabularyOf(words: ReadonlyMap<string, WordPosting>): Map<string, string[]> {
  const vocabulary = new Map<string, string[]>();
  for (const word of words.keys()) {
    const key = vocabularyKeyOf(word, word.length);
    vocabulary.set(key, [...(vocabulary.get(key) ?? []), word]);
  }
  return vocabulary;
}

/** Returns the key in `vocabulary` for words with this first letter and length. */
export function vocabularyKeyOf(word: string, length: number): string {
  return `${word.slice(0, 1)}${length}`;
}
