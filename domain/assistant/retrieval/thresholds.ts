/** Tuning parameters of retrieval. `npm run eval` measures what a change of them gives. */
export const retrievalSettings = {
  /** Minimum confidence for an answer. */
  answerAt: 0.845,
  /** The same for a question in Korean: fewer taught the confidence, which is too low for them. */
  koreanAnswerAt: 0.7,
  /** The same for a follow-up, whose confidence is less certain. */
  followUpAt: 0.6,
  /** Minimum confidence, and minimum share of all likelihood, of an entry that is shown as the nearest to the question. */
  nearestAt: 0.5,
  aheadAt: 0.6,
  /** Minimum confidence for suggestions when there is no answer; below it, only an expert is offered. */
  suggestAt: 0.15,
  /** Below this confidence, the reply names the assistant's subjects and does not offer to keep the question. */
  foreignBelow: 0.045,
  suggestions: 3,
  /** Maximum number of entries of a result: the answer, and what a language model reads. */
  hitsMost: 6,
  /** Number of earlier questions of a conversation that a follow-up may refer to. */
  questionsBefore: 3,
  /** Number of entries that are compared in detail. */
  candidates: 40,
  /** Boosts for the categories of the room type and for the category of the previous answer, as logs of odds. */
  categoryBoost: 0.3,
  followUpBoost: 0.5,
  /** Number of entries in which an unknown word is assumed to occur: the lower, the more it lowers the confidence. */
  unknownCount: 0.5,
  /** Weight of a word whose typo of one letter was corrected. */
  typoWeight: 0.8,
  /** Length in UTF-16 units beyond which text is ignored. */
  maxChars: 4000,
};

/** Top-level categories preferred per room type. General rooms prefer none. */
export const categoriesOfChat: Readonly<Record<1 | 2 | 3 | 4, readonly string[]>> = {
  1: [],
  2: ['Ordering', 'Transport', 'Suppliers'],
  3: ['Cell design', 'Chemistry'],
  4: ['Testing', 'Data analysis'],
};
