import type { RoomType } from '../chat.ts';

/** Tuning parameters of retrieval, in one table, so that an administrator's page can show and change them. */
export interface RetrievalSettings {
  /** Least confidence for an answer. `marginAt` and `coverageAt` must be met as well. */
  answerAt: number;
  /** Least lead in confidence of the best entry over the second one. */
  marginAt: number;
  /** Least share of the question's words, weighted by idf, that the best entry must contain. */
  coverageAt: number;
  /** Least confidence for suggestions when there is no answer; below it, only an expert is offered. */
  suggestAt: number;
  suggestions: number;
  bm25: { k1: number; b: number };
  /** Constant of reciprocal rank fusion: the higher, the less the first ranks stand out. */
  rrfK: number;
  /** Weight of a match in the answer's text, relative to a match in a phrasing. */
  answerWeight: number;
  /** Weight of a match in the list of keywords, relative to a match in a phrasing. */
  keywordWeight: number;
  /** Boost for an entry one of whose keywords is in the question, in units of the points for a first rank. */
  keywordBoost: number;
  /** Boosts for the categories of the room type and for the category of the previous answer, in the same unit. */
  categoryBoost: number;
  followUpBoost: number;
  /** Weight in rank fusion of all texts of an entry together, relative to its single phrasings. */
  wholeWeight: number;
  /** Number of entries in which an unknown word is assumed to occur: the lower, the more it lowers the confidence. */
  unknownCount: number;
  /** Factor on the confidence of a question of one word that is not a keyword. */
  thinFactor: number;
  /** Weight of a word whose typo of one letter was corrected. */
  typoWeight: number;
  /** Length in UTF-16 units beyond which text is ignored. */
  maxChars: number;
}

export const retrievalSettings: RetrievalSettings = {
  answerAt: 0.5,
  marginAt: 0.08,
  coverageAt: 0.4,
  suggestAt: 0.3,
  suggestions: 3,
  bm25: { k1: 1.2, b: 0.3 },
  rrfK: 60,
  answerWeight: 0.5,
  keywordWeight: 0.8,
  keywordBoost: 0.05,
  categoryBoost: 0.1,
  followUpBoost: 0.1,
  wholeWeight: 2,
  unknownCount: 0.5,
  thinFactor: 0.6,
  typoWeight: 0.8,
  maxChars: 4000,
};

/** Top-level categories preferred per room type. General rooms, and types whose categories are empty, prefer none. */
export const categoriesOfChat: Record<Extract<RoomType, 1 | 2 | 3 | 4>, readonly string[]> = {
  1: [],
  2: ['Ordering', 'Transport', 'Suppliers'],
  3: ['Cell design', 'Chemistry'],
  4: ['Testing', 'Data analysis'],
};
