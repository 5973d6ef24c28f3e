import { stopWords } from '#domain/assistant/retrieval/stop-words.ts';
import { wordsOf } from '#domain/assistant/retrieval/tokens.ts';

/**
 * Whether a sentence says the opposite of its source with the words of its source: "must not be charged" becomes "may be charged". It
 * looks at negations only, so it does not notice opposites such as "rises" and "falls".
 */

/** A part of a sentence with one statement. */
export interface Clause {
  words: Set<string>;
  /** Words that follow a negation closely. */
  denied: Set<string>;
  isDenied: boolean;
}

/** Minimum share of a clause's words that the source's clause must have to be about the same. */
const aboutTheSame = 0.6;
/** So many words behind a negation are what it denies, such as "not be charged". */
const reach = 4;

const negation =
  /^(?:not|no|never|none|neither|nor|cannot|without|avoid\w*|forbid\w*|prohibit\w*|[a-z]+n['’]t)$|^(?:않|못|말|마|없|아니|아닙|안$|금지|불가|피하|피해)/u;

/**
 * @param said the clauses of a sentence
 * @param known the clauses of its sources
 * @returns true if the sentence denies what the nearest clause of the sources says, or the other way round
 */
export function contradicts(said: readonly Clause[], known: readonly Clause[]): boolean {
  return said.some((clause) => {
    const near = nearestTo(clause, known);
    if (near.length === 0 || near.some(({ isDenied }) => isDenied === clause.isDenied)) return false;
    // Word for word: what is denied on one side is stated on the other.
    return near.every((other) => {
      const [denied, stated] = clause.isDenied ? [clause.denied, other.words] : [other.denied, clause.words];
      return [...denied].some((word) => stated.has(word));
    });
  });
}

/** Returns the clauses that share most words with this one, if it is most of them. */
function nearestTo(clause: Clause, known: readonly Clause[]): Clause[] {
  const shares = known.map((other) => [...clause.words].filter((word) => other.words.has(word)).length);
  const best = Math.max(0, ...shares);
  if (best < 2 || best < aboutTheSame * clause.words.size) return [];
  return known.filter((_, i) => shares[i] === best);
}

/** Returns the clauses of a text. */
export function clausesOf(text: string): Clause[] {
  return text
    .split(/[.;:!?。\n|]+(?=\s|$)|\s(?:while|whereas|although|however|unless)\s|지만\s|으나\s/u)
    .map((part) => {
      const denials = part.split(/,\s/).map(deniedIn);
      const denied = new Set(denials.flatMap((words) => words ?? []));
      return { words: contentOf(part), denied, isDenied: denials.some((words) => words !== undefined) };
    });
}

/** Returns the words that are denied; undefined without a negation. */
function deniedIn(part: string): string[] | undefined {
  const tokens = part.toLowerCase().split(/[^\p{L}\p{N}'’]+/u);
  const places = tokens.flatMap((token, at) => (negation.test(token) ? [at] : []));
  if (places.length === 0) return undefined;
  return places.flatMap((at) => {
    // In Korean the negation stands behind what it denies.
    const isKorean = /[가-힣]/.test(tokens[at] ?? '');
    const meant = isKorean ? tokens.slice(Math.max(0, at - reach), at) : tokens.slice(at + 1, at + 1 + reach);
    return [...contentOf(meant.join(' '))];
  });
}

function contentOf(text: string): Set<string> {
  return new Set(wordsOf(text, 2_000).filter((word) => !stopWords.has(word) && !/^\d/.test(word)));
}
