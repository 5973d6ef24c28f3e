import type { RoomType } from '../chat.ts';

/** The numbers retrieval is tuned by, in one table, so that an administrator's screen can show and change them. */
export interface RetrievalSettings {
  /** Answer at this confidence or above ... */
  answerAt: number;
  /** ... and only when the best entry leads the second one by this much. */
  marginAt: number;
  /** ... and only when it knows this share of the question's words, weighed by how telling they are. */
  coverageAt: number;
  /** Below `answerAt`, suggest at this confidence or above; below it, offer the expert. */
  suggestAt: number;
  suggestions: number;
  bm25: { k1: number; b: number };
  /** Reciprocal rank fusion: the higher, the flatter. */
  rrfK: number;
  /** How much a match in the answer's own text counts beside a match in a phrasing. */
  answerWeight: number;
  /** The same for a match in the list of keywords. */
  keywordWeight: number;
  /** What a whole keyword found in the question adds to the rank, in units of a first place. */
  keywordBoost: number;
  /** What the chat type's own categories add to the rank, and the category of the question before this one. */
  categoryBoost: number;
  followUpBoost: number;
  /** How much all of an entry's texts together count beside its single phrasings, when ranks are fused. */
  wholeWeight: number;
  /** As in how many entries an unknown word is counted: the lower, the more it lowers confidence. */
  unknownCount: number;
  /** What a question of one word that is no keyword keeps of its confidence. */
  thinFactor: number;
  /** What a word put right by one letter counts. */
  typoWeight: number;
  /** Text past this is not read. */
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

/** Which large categories each kind of chat prefers. General chat, and a kind whose categories hold nothing, prefer none. */
export const categoriesOfChat: Record<Extract<RoomType, 1 | 2 | 3 | 4>, readonly string[]> = {
  1: [],
  2: ['Ordering', 'Transport', 'Suppliers'],
  3: ['Cell design', 'Chemistry'],
  4: ['Testing', 'Data analysis'],
};
