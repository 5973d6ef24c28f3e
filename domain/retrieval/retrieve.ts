import type { Answer } from '../chat.ts';
import type { KnowledgeEntry } from '../knowledge.ts';
import { emergencyCard } from './emergency.ts';
import { type RetrievalIndex, exactKeyOf, indexOf } from './search-index.ts';
import { type RankModel, rankModel } from './model.ts';
import { confidenceIn } from './confidence.ts';
import { likely, rank } from './rank.ts';
import { type RetrievalSettings, categoriesOfChat, retrievalSettings } from './settings.ts';
import { asksForHuman, type Question, wordsOfQuestion } from './question.ts';
import { type SentenceName, sentences } from './sentences.ts';

/** The assistant without a language model: finds the stored entry that answers a question, with a confidence. */

export type { RetrievalIndex };

export interface Retrieval {
  band: 'answer' | 'suggest' | 'none';
  /** Probability that the best entry answers the question. */
  confidence: number;
  /** Published entries only, best first. */
  hits: { entry: KnowledgeEntry; score: number }[];
  /** Set when the question is in Korean: so are its answer and its suggestions, where the entry has them. */
  isKorean?: true;
  /** Fixed emergency text that replaces any answer. */
  card?: string;
  /** Set when the question has files and no entry answers its words with enough confidence. */
  isAboutFiles?: true;
}

/** Builds the index that `retrieve` searches, from all entries, including those that await an expert's check. */
export function buildIndex(
  entries: KnowledgeEntry[],
  settings: RetrievalSettings = retrievalSettings,
  model: RankModel = rankModel,
): RetrievalIndex {
  return indexOf(entries, settings, model);
}

/**
 * Searches the index for a question as typed.
 * A learnt combination of signals gives the order; the confidence is a calibrated probability.
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
  const exact = index.exact.get(exactKeyOf(question.text, settings.maxChars));
  const all = withFirst(exact, likely(ranked));
  const hits = all.filter(({ entry }) => entry.status === 'published');
  const [first] = all;
  const [best] = hits;
  const about = question.hasFiles === true ? ({ isAboutFiles: true } as const) : {};
  const language = /\p{Script=Hangul}/u.test(question.text) ? ({ isKorean: true } as const) : {};
  if (first === undefined || best === undefined) return { ...nothing, ...about };
  const confidence = exact === undefined ? confidenceIn(index, words, ranked) : 1;
  // If the best entry awaits its check, it must not be used, and a worse entry must not be used instead.
  const least = words.isFollowUp ? settings.followUpAt : settings.answerAt;
  // A question without a word of its own, such as "why?", has nothing that an answer could be checked against.
  const isSure = first.entry.status === 'published' && confidence >= least && words.own.length > 0;
  if (!isSure && question.hasFiles === true) return { ...nothing, ...about };
  // Suggestions beside an entry that awaits its check are as likely as they are beside it.
  const isNear = (confidence * best.score) / first.score >= settings.suggestAt;
  const band = isSure ? 'answer' : isNear ? 'suggest' : 'none';
  return { band, confidence, hits: hits.slice(0, 6), ...language };
}

/** Puts the entry that has the question word for word first, as certain. */
function withFirst(exact: KnowledgeEntry | undefined, all: Retrieval['hits']): Retrieval['hits'] {
  if (exact === undefined) return all;
  return [{ entry: exact, score: 1 }, ...all.filter(({ entry }) => entry !== exact)];
}

const nothing: Retrieval = { band: 'none', confidence: 0, hits: [] };

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
    const { content, source } = shownOf(best.entry, retrieval);
    return { content, answer: { ...answer, sources: [source] } };
  }
  if (band === 'suggest') {
    const suggestions = hits
      .slice(0, retrievalSettings.suggestions)
      .map(({ entry }) => ({ qnaId: entry.id, question: textsOf(entry, retrieval).question }));
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

/** Returns the texts of an entry in the language of the question. */
function textsOf(entry: KnowledgeEntry, { isKorean }: Retrieval): { question: string; answer: string } {
  return isKorean === true && entry.ko !== undefined ? entry.ko : entry;
}

function shownOf(entry: KnowledgeEntry, retrieval: Retrieval): { content: string; source: Answer['sources'][number] } {
  const { question, answer } = textsOf(entry, retrieval);
  const category = [entry.large, entry.medium, entry.small].filter((part) => part !== '').join(' / ');
  const score = rounded(retrieval.confidence);
  return { content: answer, source: { n: 1, qnaId: entry.id, question, urls: entry.urls, category, score } };
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
