import type { KnowledgeEntry } from '../knowledge.ts';
import type { RetrievalSettings } from './settings.ts';
import { chargramsOf, wordsOf } from './tokens.ts';

/** Search index: every phrasing of every entry is a document, found by words or by runs of letters. */
export interface RetrievalIndex {
  settings: RetrievalSettings;
  entries: KnowledgeEntry[];
  docs: Doc[];
  words: Field;
  /** All texts of an entry as one document, for each of `entries`. */
  wholes: Field;
  chars: Field;
  /** Entries by keyword; the key is the keyword's normalized words joined with spaces. */
  keywords: Map<string, KnowledgeEntry[]>;
  /** Length of the longest keyword in words. */
  keywordWords: number;
  /** Known words by first letter and length (see `vocabularyKeyOf`), for correcting typos. */
  vocabulary: Map<string, string[]>;
}

/** One phrasing of an entry, or its keywords or answer at a lower weight. */
interface Doc {
  entry: KnowledgeEntry;
  weight: number;
}

/** Inverted index of the documents by one kind of term: word stems or runs of letters. */
export interface Field {
  postings: Map<string, Posting>;
  /** By document: its length in terms, and the norm of its tf-idf vector. */
  lengths: number[];
  norms: number[];
  averageLength: number;
  /** Idf of a term that occurs in no document. */
  unknownIdf: number;
}

interface Posting {
  docs: number[];
  counts: number[];
  idf: number;
}

/** Builds the index of all entries in time proportional to their text. */
export function indexOf(entries: KnowledgeEntry[], settings: RetrievalSettings): RetrievalIndex {
  const docs: Doc[] = [];
  const texts: string[][] = [];
  const wholes = new Map<KnowledgeEntry, string[]>();
  const add = (entry: KnowledgeEntry, text: string, weight: number): void => {
    const words = wordsOf(text, settings.maxChars);
    if (words.length === 0) return;
    docs.push({ entry, weight });
    texts.push(words);
    wholes.set(entry, [...(wholes.get(entry) ?? []), ...words]);
  };
  for (const entry of entries) {
    for (const phrasing of [entry.question, ...entry.alternatives]) add(entry, phrasing, 1);
    add(entry, entry.keywords.join(' '), settings.keywordWeight);
    add(entry, entry.answer, settings.answerWeight);
  }
  const words = fieldOf(docs, texts, settings);
  return {
    settings,
    entries,
    docs,
    words,
    wholes: fieldOf(
      entries.map((entry) => ({ entry, weight: 1 })),
      entries.map((entry) => wholes.get(entry) ?? []),
      settings,
    ),
    chars: fieldOf(docs, texts.map(chargramsOf), settings),
    ...keywordsOf(entries, settings),
    vocabulary: vocabularyOf(words),
  };
}

function fieldOf(docs: Doc[], terms: string[][], settings: RetrievalSettings): Field {
  const entryCount = new Set(docs.map((doc) => doc.entry)).size;
  const postings = new Map<string, Posting>();
  for (const [doc, list] of terms.entries()) {
    for (const [term, count] of countsOf(list)) {
      const posting = postings.get(term) ?? { docs: [], counts: [], idf: 0 };
      posting.docs.push(doc);
      posting.counts.push(count);
      postings.set(term, posting);
    }
  }
  const squares = docs.map(() => 0);
  for (const posting of postings.values()) {
    // Counted in entries, not in documents: many phrasings of one entry must not make its words common.
    const inEntries = new Set(posting.docs.map((doc) => docs[doc]?.entry)).size;
    posting.idf = Math.log(1 + entryCount / inEntries);
    for (const [i, doc] of posting.docs.entries()) {
      squares[doc] = (squares[doc] ?? 0) + vectorWeight(posting.counts[i] ?? 0, posting.idf) ** 2;
    }
  }
  const lengths = terms.map((list) => list.length);
  return {
    postings,
    lengths,
    norms: squares.map((square) => Math.sqrt(square)),
    averageLength: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    unknownIdf: Math.log(1 + entryCount / settings.unknownCount),
  };
}

/** Returns the weight of a term in a tf-idf vector. */
export function vectorWeight(count: number, idf: number): number {
  return count > 0 ? (1 + Math.log(count)) * idf : 0;
}

/** Counts how often each term occurs. */
export function countsOf(terms: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function keywordsOf(
  entries: KnowledgeEntry[],
  settings: RetrievalSettings,
): Pick<RetrievalIndex, 'keywords' | 'keywordWords'> {
  const keywords = new Map<string, KnowledgeEntry[]>();
  let keywordWords = 0;
  for (const entry of entries) {
    for (const keyword of entry.keywords) {
      const words = wordsOf(keyword, settings.maxChars);
      if (words.length === 0) continue;
      keywordWords = Math.max(keywordWords, words.length);
      const key = words.join(' ');
      keywords.set(key, [...(keywords.get(key) ?? []), entry]);
    }
  }
  return { keywords, keywordWords };
}

function vocabularyOf(words: Field): Map<string, string[]> {
  const vocabulary = new Map<string, string[]>();
  for (const word of words.postings.keys()) {
    const shelf = vocabularyKeyOf(word, word.length);
    vocabulary.set(shelf, [...(vocabulary.get(shelf) ?? []), word]);
  }
  return vocabulary;
}

/** Returns the key in `vocabulary` for words with this first letter and length. */
export function vocabularyKeyOf(word: string, length: number): string {
  return `${word.slice(0, 1)}${length}`;
}
