import type { Answer } from '../chat.ts';
import type { KnowledgeEntry } from '../knowledge.ts';
import { emergencyCard } from './emergency.ts';
import { type RetrievalIndex, indexOf } from './search-index.ts';
import { rank } from './rank.ts';
import { type RetrievalSettings, categoriesOfChat, retrievalSettings } from './settings.ts';
import { asksForHuman, type Question, wordsOfQuestion } from './question.ts';
import { type SentenceName, sentences } from './sentences.ts';

/** The assistant without a language model: finds the stored entry that answers a question, with a confidence. */

export type { RetrievalIndex };

export interface Retrieval {
  band: 'answer' | 'suggest' | 'none';
  confidence: number;
  margin: number;
  /** Published entries only, best first. */
  hits: { entry: KnowledgeEntry; score: number }[];
  /** Fixed emergency text that replaces any answer. */
  card?: string;
  /** Set when the question has files and no entry answers its words with enough confidence. */
  isAboutFiles?: true;
}

/** Builds the index that `retrieve` searches, from all entries, including those that await an expert's check. */
export function buildIndex(entries: KnowledgeEntry[], settings: RetrievalSettings = retrievalSettings): RetrievalIndex {
  return indexOf(entries, settings);
}

/**
 * Searches the index for a question as typed.
 * Fused ranks give the order, similarities give the confidence: fused ranks are no measure of confidence.
 * @returns the band of the question (answer, suggest or none) and the entries found
 */
export function retrieve(index: RetrievalIndex, question: Question): Retrieval {
  const { settings } = index;
  const card = emergencyCard(question.text);
  if (card !== undefined) return { ...nothing, card };
  if (asksForHuman(question.text)) return nothing;
  const words = wordsOfQuestion(index, question);
  const ranked = rank(index, words, {
    categories: categoriesOfChat[question.chatType],
    previousCategory: question.previous?.category,
  });
  const hits = ranked
    .filter(({ entry }) => entry.status === 'published')
    .map(({ entry, confidence }) => ({ entry, score: confidence }));
  const [first] = ranked;
  const about = question.hasFiles === true ? ({ isAboutFiles: true } as const) : {};
  if (first === undefined || hits.length === 0) return { ...nothing, ...about };
  const second = Math.max(0, ...ranked.slice(1).map(({ confidence }) => confidence));
  const confidence = first.confidence;
  const margin = confidence - second;
  // If the best entry awaits its check, it must not be used, and a worse entry must not be used instead.
  const mayAnswer = first.entry.status === 'published';
  const isKnown = first.coverage >= settings.coverageAt;
  const sure = mayAnswer && isKnown && confidence >= settings.answerAt && margin >= settings.marginAt;
  if (!sure && question.hasFiles === true) return { ...nothing, ...about };
  const near = hits.slice(0, settings.suggestions).some(({ score }) => score >= settings.suggestAt);
  return { band: sure ? 'answer' : near ? 'suggest' : 'none', confidence, margin, hits: hits.slice(0, 6) };
}

const nothing: Retrieval = { band: 'none', confidence: 0, margin: 0, hits: [] };

/**
 * Builds the message's text and the answer's metadata from a retrieval. The text of an answer is stored text, word for
 * word: nothing is generated.
 * @param about `isKept` is false for a guest's question, which is not stored
 */
export function answerFrom(
  retrieval: Retrieval,
  about: { questionId: string; handoffAllowed: boolean; isKept?: boolean },
): { content: string; answer: Answer } {
  const { band, hits } = retrieval;
  const answer: Answer = {
    questionId: about.questionId,
    status: band === 'answer' ? 'done' : band === 'suggest' ? 'suggest' : 'no_answer',
    mode: 'kb',
    confidence: rounded(retrieval.confidence),
    sources: [],
    suggestions: [],
    handoff: { offered: true, allowed: about.handoffAllowed },
  };
  if (retrieval.card !== undefined) return { content: retrieval.card, answer: { ...answer, emergency: true } };
  const best = hits[0];
  if (band === 'answer' && best !== undefined) {
    return { content: best.entry.answer, answer: { ...answer, sources: [sourceOf(best, 1)] } };
  }
  if (band === 'suggest') {
    const suggestions = hits
      .slice(0, retrievalSettings.suggestions)
      .map(({ entry }) => ({ qnaId: entry.id, question: entry.question }));
    return saying(about.handoffAllowed ? 'suggest' : 'suggestWithoutExpert', { ...answer, suggestions });
  }
  if (retrieval.isAboutFiles === true) {
    return saying(about.handoffAllowed ? 'files' : 'filesWithoutExpert', answer);
  }
  if (about.isKept === false) return saying('noneWithoutAccount', answer);
  return saying(about.handoffAllowed ? 'none' : 'noneWithoutExpert', answer);
}

/** Returns one of the assistant's fixed sentences, with its name so that the client can translate it. */
function saying(sentence: SentenceName, answer: Answer): { content: string; answer: Answer } {
  return { content: sentences[sentence], answer: { ...answer, sentence } };
}

function sourceOf({ entry, score }: Retrieval['hits'][number], n: number): Answer['sources'][number] {
  const category = [entry.large, entry.medium, entry.small].filter((part) => part !== '').join(' / ');
  return { n, qnaId: entry.id, question: entry.question, urls: entry.urls, category, score: rounded(score) };
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
