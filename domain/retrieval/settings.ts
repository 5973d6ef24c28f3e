import type { RoomType } from '../chat.ts';

/** Tuning parameters of retrieval. An administrator changes those that `assistant/fields.ts` lists. */
export interface RetrievalSettings {
  /** Least confidence for an answer. */
  answerAt: number;
  /** The same for a follow-up, whose confidence is less certain. */
  followUpAt: number;
  /** Least confidence for suggestions when there is no answer; below it, only an expert is offered. */
  suggestAt: number;
  /** Below this confidence, the reply names the assistant's subjects and does not offer to keep the question. */
  foreignBelow: number;
  suggestions: number;
  /** Number of earlier questions of a conversation that a follow-up may refer to. */
  questionsBefore: number;
  /** Number of entries that are compared in detail. */
  candidates: number;
  /** Boosts for the categories of the room type and for the category of the previous answer, as logs of odds. */
  categoryBoost: number;
  followUpBoost: number;
  /** Number of entries in which an unknown word is assumed to occur: the lower, the more it lowers the confidence. */
  unknownCount: number;
  /** Weight of a word whose typo of one letter was corrected. */
  typoWeight: number;
  /** Length in UTF-16 units beyond which text is ignored. */
  maxChars: number;
  /** Top-level categories preferred per room type. */
  categories: Readonly<Record<Extract<RoomType, 1 | 2 | 3 | 4>, readonly string[]>>;
  /** Groups of words that mean the same, beside the product's, see `own-synonyms.ts`. */
  synonyms: readonly (readonly string[])[];
}

/** Categories of a room type without another choice. General rooms, and types whose categories are empty, prefer none. */
export const categoriesOfChat: RetrievalSettings['categories'] = {
  1: [],
  2: ['Ordering', 'Transport', 'Suppliers'],
  3: ['Cell design', 'Chemistry'],
  4: ['Testing', 'Data analysis'],
};

export const retrievalSettings: RetrievalSettings = {
  answerAt: 0.85,
  followUpAt: 0.85,
  suggestAt: 0.3,
  foreignBelow: 0.1,
  suggestions: 3,
  questionsBefore: 3,
  candidates: 40,
  categoryBoost: 0.3,
  followUpBoost: 0.5,
  unknownCount: 0.5,
  typoWeight: 0.8,
  maxChars: 4000,
  categories: categoriesOfChat,
  synonyms: [],
};
