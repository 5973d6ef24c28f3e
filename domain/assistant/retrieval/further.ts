import type { FollowUp } from '../../chat/chat.ts';
import type { KnowledgeEntry } from '../../ground/knowledge.ts';
import { contextAfter } from './context.ts';
import { namedKinds } from './follow-up.ts';
import type { Question } from './question.ts';
import { type Retrieval, type RetrievalIndex, retrieve } from './retrieve.ts';
import { wordsOf } from './tokens.ts';
import { retrievalSettings } from './thresholds.ts';

/** Questions that a reader of an answer may ask next. Only those that lead to a checked entry are offered. */

/** Minimum probability of another entry for it to be related, if it is of another category than the answer's. */
const relatedAt = 0.1;
/** Maximum number of related questions. */
const mostRelated = 3;
/** Below this confidence, the second entry may be what was meant. */
const middlingBelow = 0.92;
/** Minimum probability of the second entry for that. */
const meantAt = 0.08;
/** Maximum number of follow-ups that are tried and shown for one answer, because each is a search. */
const mostTried = 8;
const mostShown = 4;

/** Returns the entry that may have been meant instead, if the answer is not certain. */
export function otherMeant({ band, confidence, hits, answers }: Retrieval): KnowledgeEntry | undefined {
  const second = hits[1];
  if (band !== 'answer' || answers !== undefined || second === undefined) return undefined;
  return confidence < middlingBelow && second.score >= meantAt ? second.entry : undefined;
}

/** Returns the entries near the answer's: of its category, or likely enough for the question. */
export function relatedTo(retrieval: Retrieval): KnowledgeEntry[] {
  const { band, hits, answers } = retrieval;
  const [best, ...others] = hits;
  if (band !== 'answer' || best === undefined || answers !== undefined) return [];
  const meant = otherMeant(retrieval);
  return others
    .filter(({ entry, score }) => entry !== meant && (score >= relatedAt || isBeside(entry, best.entry)))
    .slice(0, mostRelated)
    .map(({ entry }) => entry);
}

function isBeside(a: KnowledgeEntry, b: KnowledgeEntry): boolean {
  return a.small !== '' && a.large === b.large && a.medium === b.medium && a.small === b.small;
}

/** Returns the Korean particle of a topic: 은 after a final consonant, 는 after a vowel and Latin letters. */
function topicParticle(word: string): string {
  const last = (word.codePointAt(word.length - 1) ?? 0) - 0xac00;
  return last >= 0 && last < 11_172 && last % 28 !== 0 ? '은' : '는';
}

/** Whether an entry is the answer's counterpart for what this word names: of the same category, with the word in its title. */
function isCounterpart(best: KnowledgeEntry, entry: KnowledgeEntry, word: string): boolean {
  const isBesideIt = entry.large === best.large && entry.medium === best.medium;
  return isBesideIt && wordsOf(entry.question, retrievalSettings.maxChars).includes(word);
}

/**
 * Returns follow-ups about another chemistry, format or temperature than the one in the question or its answer. Each has
 * been tried: it is answered from an entry of its own.
 * @param missed called with the word of each one that was tried and has no such entry
 */
export function changesOf(
  index: RetrievalIndex,
  question: Question,
  retrieval: Retrieval,
  missed?: (word: string) => void,
): FollowUp[] {
  const best = retrieval.hits[0]?.entry;
  if (retrieval.band !== 'answer' || best === undefined || retrieval.answers !== undefined) return [];
  if (retrieval.computed !== undefined) return [];
  const named = new Set(wordsOf(`${question.text} ${best.question}`, retrievalSettings.maxChars));
  const previous = contextAfter(question, retrieval);
  const seen = new Set([best]);
  const changes: FollowUp[] = [];
  const tried = namedKinds(named).flatMap(({ options }) => options.filter(({ word }) => !named.has(word)));
  for (const { word, english, korean } of tried.slice(0, mostTried)) {
    const isKorean = retrieval.isKorean === true;
    const label = isKorean ? korean : english;
    const text = isKorean ? `그럼 ${korean}${topicParticle(korean)}?` : `And for ${english}?`;
    const found = retrieve(index, { text, chatType: question.chatType, previous });
    const entry = found.band === 'answer' ? found.hits[0]?.entry : undefined;
    if (entry === undefined || !isCounterpart(best, entry, word)) missed?.(word);
    else if (!seen.has(entry)) {
      seen.add(entry);
      changes.push({ label, question: text });
    }
  }
  return changes.slice(0, mostShown);
}
