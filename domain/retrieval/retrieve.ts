import type { Answer } from '../chat.ts';
import type { KnowledgeEntry } from '../knowledge.ts';
import { emergencyCard } from './emergency.ts';
import { type RetrievalIndex, indexOf } from './search-index.ts';
import { rank } from './rank.ts';
import { type RetrievalSettings, categoriesOfChat, retrievalSettings } from './settings.ts';
import { asksForPerson, wordsOfQuestion } from './question.ts';
import { type SentenceName, sentences } from './sentences.ts';

/** The assistant without a language model: which stored entry answers a question, and how sure that is. */

export type { RetrievalIndex };

export interface Question {
  text: string;
  chatType: 1 | 2 | 3 | 4;
  /** The question before this one in the same conversation, and the category of its answer. */
  previous?: { text: string; category: string };
  /** Files came with it, which the assistant cannot read. */
  hasFiles?: boolean;
}

export interface Retrieval {
  band: 'answer' | 'suggest' | 'none';
  confidence: number;
  margin: number;
  /** Published entries only, best first. */
  hits: { entry: KnowledgeEntry; score: number }[];
  /** A fixed text that stands in place of any answer: somebody is in danger. */
  card?: string;
  /** What was asked about came as a file, and nothing was found that surely answers the words. */
  isAboutFiles?: true;
}

/** Takes all entries, also those that wait for an expert's check, and gives what `retrieve` searches. */
export function buildIndex(entries: KnowledgeEntry[], settings: RetrievalSettings = retrievalSettings): RetrievalIndex {
  return indexOf(entries, settings);
}

/**
 * Takes a question as typed; gives the band it falls in and the entries found.
 * The order comes from ranks, the confidence from similarities: fused ranks say nothing about being sure.
 */
export function retrieve(index: RetrievalIndex, question: Question): Retrieval {
  const { settings } = index;
  const card = emergencyCard(question.text);
  if (card !== undefined) return { ...nothing, card };
  if (asksForPerson(question.text)) return nothing;
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
  // An entry that waits for its check must not be answered from, nor its place be taken by a worse one.
  const mayAnswer = first.entry.status === 'published';
  const isKnown = first.coverage >= settings.coverageAt;
  const sure = mayAnswer && isKnown && confidence >= settings.answerAt && margin >= settings.marginAt;
  if (!sure && question.hasFiles === true) return { ...nothing, ...about };
  const near = hits.slice(0, settings.suggestions).some(({ score }) => score >= settings.suggestAt);
  return { band: sure ? 'answer' : near ? 'suggest' : 'none', confidence, margin, hits: hits.slice(0, 6) };
}

const nothing: Retrieval = { band: 'none', confidence: 0, margin: 0, hits: [] };

/**
 * Takes what was found; gives the message's text and what the answer says about itself. A question that is not kept
 * is one of somebody without an account.
 * The text of an answer is the stored one, word for word: nothing is generated.
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

/** One of the assistant's own sentences, named so that screens say it in their language. */
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
