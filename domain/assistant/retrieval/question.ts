import type { Answer } from '../../chat/chat.ts';
import { canonicalWords } from './canonical.ts';
import { carriedWords, refersBack, withoutTies } from './follow-up.ts';
import { type SearchIndex, vocabularyKeyOf } from './search-index.ts';
import { differsByOne } from './spelling.ts';
import { stopWords } from './stop-words.ts';
import { gramsOf, plainWordsOf, wordsOf } from './tokens.ts';
import { retrievalSettings } from './thresholds.ts';

export interface Question {
  text: string;
  chatType: 1 | 2 | 3 | 4;
  previous?: QuestionContext;
  /** Whether it can only be understood with the previous question; by default, its words tell. */
  isFollowUp?: boolean;
  /** Whether the question has files. Their text is searched apart: see `passages.ts`. */
  hasFiles?: boolean;
  /** Result computed from its numbers, see `../computed.ts`. */
  computed?: ComputedResult;
}

/**
 * Context of a question: the question before it, completed from those before that, and the category and the calculation of
 * its answer.
 */
export interface QuestionContext {
  text: string;
  category: string;
  calculation?: NonNullable<Answer['calculation']>;
}

/** Result computed from the numbers of a question, ready for an answer. */
export interface ComputedResult {
  /** The result with its formula and what was assumed, or why there is none; in the language of the question. */
  text: string;
  calculation?: NonNullable<Answer['calculation']>;
  /** Set when it is a price or the design of a cell: the order that it is for. */
  order?: NonNullable<Answer['order']>;
  /** Ids of the entries that explain the formula. */
  entries: readonly string[];
  /** Whether every number of the question has its meaning in the formula. */
  isSure: boolean;
  state: 'done' | 'missing' | 'problem';
}

/** Search terms of a question. A word weighs 1, or less if a typo was corrected or it is from the previous question. */
export interface QuestionWords {
  words: string[];
  weights: Map<string, number>;
  /** Words of the question itself, without those of the previous question. */
  own: string[];
  /** The question's own words as they are written. */
  plain: string[];
  /** The question's own words without a subject: they tell "how" from "why". */
  stopWords: string[];
  /** Runs of letters of the question and, for a follow-up, of the previous question. */
  grams: string[];
  /** Whether words were carried over from the previous question. */
  isFollowUp: boolean;
}

/** Returns the search terms of a question: typos corrected, a follow-up completed from the previous question. */
export function wordsOfQuestion(index: SearchIndex, question: Question): QuestionWords {
  const { maxChars, typoWeight } = retrievalSettings;
  const weights = new Map<string, number>();
  let guesses = maxGuesses;
  const plain = plainWordsOf(question.text, maxChars);
  const words = canonicalWords(plain).map((word) => {
    if (index.words.has(word) || guesses === 0) return word;
    guesses--;
    const known = nearestKnown(index, word);
    if (known === undefined) return word;
    weights.set(known, typoWeight);
    return known;
  });
  const asked = {
    weights,
    plain,
    stopWords: [...new Set(plain.filter((word) => stopWords.has(word)))],
    grams: gramsOf(plain),
  };
  const own = withoutTies(words);
  // A question with files is about the files, not about the previous question.
  const refers = question.isFollowUp ?? refersBack(question.text, own);
  if (question.previous === undefined || question.hasFiles === true || !refers)
    return { ...asked, words, own: words, isFollowUp: false };
  const carried = carriedWords(own, wordsOf(question.previous.text, maxChars));
  for (const word of carried) weights.set(word, carriedWeight);
  const grams = [...asked.grams, ...gramsOf(carried)];
  return { ...asked, words: [...own, ...carried], own, grams, isFollowUp: true };
}

/** Weight of a word from the previous question. */
const carriedWeight = 0.6;

/** Maximum number of unknown words to correct; a text with more of them is not a question with typos. */
const maxGuesses = 24;

function nearestKnown(index: SearchIndex, word: string): string | undefined {
  if (word.length < 5 || word.length > 20 || /\p{N}/u.test(word)) return undefined;
  for (const length of [word.length, word.length + 1, word.length - 1]) {
    const found = index.vocabulary.get(vocabularyKeyOf(word, length))?.find((known) => differsByOne(word, known));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the text only asks for a human, such as "talk to an expert". No search takes place then. */
export function asksForHuman(text: string): boolean {
  const words =
    text
      .slice(0, 200)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const rest = words.filter((word) => !courtesies.has(word));
  return words.length <= 12 && rest.length > 0 && rest.every((word) => users.has(word));
}

const users = new Set([
  'human',
  'humans',
  'expert',
  'experts',
  'agent',
  'person',
  'people',
  'operator',
  'specialist',
  'engineer',
  'colleague',
]);
const courtesies: ReadonlySet<string> = new Set(
  `a an and any are can connect could dear get give hello hi i instead is it let like me my now of one please real really right some somebody
  someone speak support talk the there this to wish want with would write you your ask chat call contact need us d ll m need not bot robot machine`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
