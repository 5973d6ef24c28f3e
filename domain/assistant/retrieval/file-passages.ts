import type { TextPage } from '../../ground/file-text.ts';
import { cutText } from '../../ground/text.ts';
import { canonicalWords } from './canonical.ts';
import { stemOf } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { plainWordsOf } from './tokens.ts';

/** Search in the text of a question's files: passages that have most of the question's words, quoted word for word. */

export interface Passage {
  file: { id: string; name: string };
  page: TextPage['page'];
  text: string;
  /** Share of the question's words that it has, weighed by how rare each is in the files. */
  score: number;
  /** Set when the text is a table of a sheet in Markdown, made of its cells. */
  isTable?: true;
}

interface PassageCandidate extends Omit<Passage, 'score'> {
  /** The question's words that it has. */
  words: ReadonlySet<string>;
}

/** Longest passage, in UTF-16 units. */
const passageChars = 500;
/** Minimum score of a passage that is quoted. */
const quotedAt = 0.55;
/** Maximum number of passages that are quoted; a further one must come near the best. */
const quotedMost = 2;
const nearBest = 0.9;

/** Finds the passages for one question. Passages are added one by one, so that the caller can do other work in between. */
export class PassageSearch {
  /** The question's words in each of two forms; the better one counts. */
  readonly #readings: readonly (readonly string[])[];
  /** All of them, and how many passages have each. */
  readonly #having: Map<string, number>;
  readonly #candidates: PassageCandidate[] = [];

  constructor(question: string) {
    this.#readings = formsOf(question)
      .map((words) => [...new Set(words)].filter((word) => !aboutFiles.has(word)))
      .filter((words) => words.length > 0);
    this.#having = new Map(this.#readings.flat().map((word) => [word, 0]));
  }

  /**
   * @param text one of `passagesOf` the page
   * @param words its `wordsOfPassage`, where they are known from another question
   */
  add(file: Passage['file'], page: TextPage['page'], text: string, words = wordsOfPassage(text)): void {
    const found = [...this.#having.keys()].filter((word) => words.has(word));
    for (const word of found) this.#having.set(word, (this.#having.get(word) ?? 0) + 1);
    this.#candidates.push({ file, page, text, words: new Set(found) });
  }

  /** Returns the passages to quote, best first; none when no passage has enough of the question's words. */
  best(): Passage[] {
    const readings = this.#readings.map((words) => this.#weightsOf(words));
    const scored = this.#candidates.flatMap(({ words, ...passage }): Passage[] => {
      const score = Math.max(0, ...readings.map((weights) => shareOf(weights, words)));
      return score >= quotedAt ? [{ ...passage, score }] : [];
    });
    // The sort keeps the order of the pages among equals.
    const sorted = scored.toSorted((a, b) => b.score - a.score);
    return sorted.filter(({ score }) => score >= nearBest * (sorted[0]?.score ?? 0)).slice(0, quotedMost);
  }

  /** Weighs each word of the question. One that no file has weighs as much as the rarest that one has. */
  #weightsOf(asked: readonly string[]): Map<string, number> {
    const count = this.#candidates.length;
    const found = asked.map((word) => {
      const having = this.#having.get(word) ?? 0;
      return { word, weight: having === 0 ? undefined : Math.log(1 + (count - having + 0.5) / (having + 0.5)) };
    });
    const rarest = Math.max(0, ...found.map(({ weight }) => weight ?? 0));
    return new Map(found.map(({ word, weight }) => [word, weight ?? rarest]));
  }
}

/** Returns the words by which a passage is found. They take most of the time of a search. */
export function wordsOfPassage(text: string): ReadonlySet<string> {
  return new Set(formsOf(text).flat());
}

/** Returns the share of the weights whose words a passage has. */
function shareOf(weights: ReadonlyMap<string, number>, words: ReadonlySet<string>): number {
  const shared = [...weights].filter(([word]) => words.has(word));
  // One word of several may be there by chance.
  if (shared.length < Math.min(2, weights.size)) return 0;
  return sumOf(shared.map(([, weight]) => weight)) / sumOf([...weights.values()]);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/**
 * Returns the words of a text in canonical form, and as they are. The first finds synonyms; the second finds a part of a
 * phrase, such as "cut-off" in "cut-off voltage", whose canonical form is another word.
 */
function formsOf(text: string): [string[], string[]] {
  const plain = plainWordsOf(text, text.length);
  return [canonicalWords(plain), plain.filter((word) => !stopWords.has(word)).map(stemOf)];
}

/** Words by which a question refers to its files: they say nothing about the passage. */
const aboutFiles: ReadonlySet<string> = new Set(
  formsOf(
    `attached attachment document file pdf sheet datasheet data report paper table page slide spreadsheet workbook word excel powerpoint presentation
     according given mention say state read written write look text here summary
     첨부 첨부한 첨부된 파일 문서 자료 데이터 데이터시트 시트 보고서 논문 표 페이지 슬라이드 엑셀 내용 따르면 나와 적혀`,
  ).flat(),
);

/** Passages that a page may have at blank lines: the time that a search takes grows with their number. */
const passagesMost = 2_000;

/**
 * Splits a page at blank lines, then between lines, and lines that are too long between sentences or words. A page of
 * very many short blocks is split without regard to blank lines, into as few passages as its length needs.
 */
export function passagesOf(text: string): string[] {
  const blocks = text.split(/\n{2,}/);
  if (blocks.length > passagesMost) return joined(text.split(/\n+/).flatMap(shortened));
  return blocks.flatMap((block) => joined(block.split('\n').flatMap(shortened)));
}

/** Joins lines to passages. */
function joined(lines: readonly string[]): string[] {
  const passages: string[] = [];
  for (const line of lines) {
    const last = passages.at(-1);
    if (last !== undefined && last.length + line.length < passageChars)
      passages[passages.length - 1] = `${last}\n${line}`;
    else if (line !== '') passages.push(line);
  }
  return passages;
}

function shortened(line: string): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > passageChars) {
    const head = cutText(rest, passageChars);
    const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('。'), head.lastIndexOf('; ')) + 1;
    const at = sentence > passageChars / 4 ? sentence : head.lastIndexOf(' ') > 0 ? head.lastIndexOf(' ') : head.length;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest];
}
