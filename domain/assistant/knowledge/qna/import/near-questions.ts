/** A question of a stored Q&A that is near another one. */
export interface NearQuestion {
  id: string;
  question: string;
  /** Whether it has the same words. */
  isSame: boolean;
}

/** Words that say nothing about what a question is about. */
const stopWords = new Set(
  'a an and are can do does for how i in is it of on or the to what when which why with you'.split(' '),
);

/** Share of words that two questions have in common from which they are near. */
const nearFrom = 0.75;

/** Finds stored questions that have nearly the same words. It is built once for all rows of an import. */
export class NearQuestions {
  readonly #asked: { id: string; question: string; words: number }[] = [];
  readonly #byWord = new Map<string, number[]>();

  constructor(qnas: Iterable<{ id: string; question: string; alternatives: readonly string[] }>) {
    for (const { id, question, alternatives } of qnas) {
      for (const text of [question, ...alternatives]) this.#add(id, question, questionWordsOf(text));
    }
  }

  #add(id: string, question: string, words: ReadonlySet<string>): void {
    const at = this.#asked.push({ id, question, words: words.size }) - 1;
    for (const word of words) {
      const places = this.#byWord.get(word);
      if (places === undefined) this.#byWord.set(word, [at]);
      else places.push(at);
    }
  }

  /** Returns the nearest stored question; undefined without a near one. @param notOf id of the Q&A that is asked for */
  nearest(question: string, notOf?: string): NearQuestion | undefined {
    const words = questionWordsOf(question);
    const shared = new Map<number, number>();
    for (const word of words) {
      for (const at of this.#byWord.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    let best: { at: number; share: number } | undefined;
    for (const [at, count] of shared) {
      const share = count / (words.size + (this.#asked[at]?.words ?? 0) - count);
      if (share >= nearFrom && share > (best?.share ?? 0) && this.#asked[at]?.id !== notOf) best = { at, share };
    }
    const found = best && this.#asked[best.at];
    return found && { id: found.id, question: found.question, isSame: best?.share === 1 };
  }
}

/** Returns the words of a question, without those that say nothing; all of them if no other is left. */
export function questionWordsOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const meant = words.filter((word) => !stopWords.has(word));
  return new Set(meant.length > 0 ? meant : words);
}
