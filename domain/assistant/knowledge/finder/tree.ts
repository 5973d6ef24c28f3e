import type { BilingualText } from '../../../quantities/words.ts';
import type { SafetyTest, TestType } from '../../../order/data/tests.ts';

/**
 * A tree of the failure finder: it leads an engineer from a symptom, by two or three choices a step, to a finding. Trees
 * are knowledge: experts edit their rows, and devices keep them for use without a network.
 */
export interface FinderTree {
  /** Name of the failure, such as `swelling`: never changes. */
  id: string;
  /** Position in lists, smallest first. */
  rank: number;
  title: BilingualText;
  /** Symptom for which it is meant. */
  about: BilingualText;
  /** Measures that keep people from harm, to be taken before anything else: one on each line. */
  safety?: BilingualText;
  /** Ids of entries of the knowledge base: under an answer from one of them, the assistant links to this tree. */
  answers: string[];
  /** The first one is the start. */
  steps: FinderStep[];
  findings: Finding[];
}

/** A question, with a measurement where the answer cannot be seen or looked up. */
export interface FinderStep {
  id: string;
  question: BilingualText;
  /** Reason for the question. */
  reason: BilingualText;
  measurement?: Measurement;
  choices: FinderChoice[];
}

export interface Measurement {
  how: BilingualText;
  /** Duration in hours, with its waits. */
  hours: number;
  cost: Cost;
}

/** Cost of a measurement: only a look, equipment that every bench has, a cycler or a chamber, or a laboratory. */
type Cost = (typeof costs)[number];

export const costs = ['none', 'low', 'medium', 'high'] as const;

export interface FinderChoice {
  says: BilingualText;
  /** Meaning of this result. */
  means: BilingualText;
  /** Id of the next step, or of the finding. */
  next: string;
}

/** An end of the tree: what is likely wrong, and how to make sure. */
export interface Finding {
  id: string;
  title: BilingualText;
  causes: Cause[];
  /** Advice on what to do next. */
  todo: BilingualText;
  test?: NamedTest;
}

export interface Cause {
  name: BilingualText;
  reason: BilingualText;
  /** Ids of the entries that explain it. */
  entries: string[];
}

/** A test that can be ordered, and what it settles. */
export interface NamedTest {
  type: TestType;
  safetyTest?: SafetyTest;
  temperature_C?: number;
  cycles?: number;
  why: BilingualText;
}

/** A tree with the number of its version, which grows by one with each change. */
export interface NumberedTree extends FinderTree {
  version: number;
}

/** Returns a text in the language of the user; any language but Korean gets English. */
export function wordsIn(words: BilingualText, language: string): string {
  return words[language.startsWith('ko') ? 'ko' : 'en'];
}
