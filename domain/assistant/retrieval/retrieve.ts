import type { FollowUp } from '../../chat/chat.ts';
import type { FileProblem } from '../../ground/file-text.ts';
import type { KnowledgeEntry } from '../../ground/knowledge.ts';
import { dangerCard } from './danger/danger-card.ts';
import { mayStandAlone } from './follow-up.ts';
import { exactKeyOf, indexInSteps, type SearchIndex } from './search-index.ts';
import { type RankModel, rankModel } from './model.ts';
import type { EmptyCombination } from './combinations.ts';
import { confidenceIn, leastConfidence } from './confidence.ts';
import { isBeside, isOpposite, isVague, nearerOf } from './doubt.ts';
import { likely, preferenceIn, rank } from './rank.ts';
import { retrievalSettings } from './thresholds.ts';
import { exactIn } from './same-words.ts';
import { asksForHuman, type ComputedResult, type Question, type QuestionWords, wordsOfQuestion } from './question.ts';
import { isKorean } from '../../quantities/korean.ts';
import { partsOf } from './parts.ts';
import type { Passage } from './file-passages.ts';
import { plainWordsOf } from './tokens.ts';
import { type SmallTalk, smallTalkIn } from './small-talk.ts';
import { finish, type Steps } from '../../ground/work-in-steps.ts';
import { type WithheldEntry, withheldIn } from './unpublished.ts';
import type { UnshownPhrasings } from './unshown-phrasings.ts';

/** The assistant's search without a language model: finds the stored entry that answers a question, with a confidence. */

export interface RetrievalIndex extends SearchIndex {
  /** Returns what holds an answer back, see `unpublished.ts`; set where some entries are not published. */
  withheld?: (question: Question) => WithheldEntry | undefined;
}

export interface Retrieval {
  band: 'answer' | 'suggest' | 'none';
  /** Probability that the best entry answers the question. */
  confidence: number;
  /** Best first. */
  hits: { entry: KnowledgeEntry; score: number }[];
  /** Set when the best entry may be the answer and no other comes near: it is shown as the nearest. */
  isNearest?: true;
  /** Set when the question is in Korean: so are its answer and its suggestions, where the entry has them. */
  isKorean?: true;
  /** Fixed text for people in danger, which replaces any answer. */
  card?: string;
  /** Set when the answer is computed from the numbers of the question. */
  computed?: ComputedResult;
  /** Set when it is answered with words of the question before it, although its own do not refer to that. */
  isFollowUp?: true;
  /** Set when the text asks several things: this many hits, the first ones, answer them. */
  answers?: number;
  /** Follow-ups that lead to other entries, see `further.ts`; set by the code that shows them. */
  changes?: FollowUp[];
  /** Combinations that have no entry, see `combinations.ts`; set by the server, which counts them. */
  empty?: EmptyCombination[];
  /** Set when the text is no question about batteries; nothing is searched then. */
  smallTalk?: SmallTalk;
  /** Set when nothing was found: whether the text is no words at all, or words of another subject. */
  foreign?: 'unclear' | 'offTopic';
  /** Set when the question has files and no entry answers its words with enough confidence. */
  isAboutFiles?: true;
  /**
   * Findings in the question's files; not set on a device, which cannot read them. They never change the entries found.
   */
  files?: FileFindings;
}

export interface FileFindings {
  passages: Passage[];
  /** The value or result that the sheets of the files give; the passages show it. */
  text?: string;
  unread: { id: string; name: string; problem: FileProblem }[];
}

/**
 * Builds the index that `retrieve` searches. Entries that are not published take no part in it; they stand in an index of
 * their own, with the others.
 */
export function buildIndex(entries: KnowledgeEntry[], model?: RankModel, unshown?: UnshownPhrasings): RetrievalIndex {
  return finish(buildInSteps(entries, model, unshown));
}

/** The same in steps of some milliseconds, for a process that has other things to do. */
export function* buildInSteps(
  entries: KnowledgeEntry[],
  model: RankModel = rankModel,
  unshown?: UnshownPhrasings,
): Steps<RetrievalIndex> {
  const published = entries.filter(({ status }) => status === 'published');
  const index = yield* indexInSteps(published, model, unshown);
  if (published.length === entries.length) return index;
  const all = yield* indexInSteps(entries, model, unshown);
  return { ...index, all, withheld: (question) => withheldIn(all, question) };
}

/**
 * Searches the index for a question as typed.
 * A learnt combination of signals gives the order; the confidence is a calibrated probability.
 * @returns the band of the question (answer, suggest or none) and the entries found
 */
export function retrieve(index: RetrievalIndex, question: Question): Retrieval {
  const found = retrieveParts(index, question) ?? retrieveOne(index, question);
  return withResult(index, question, found);
}

/** Answers with what was computed. A result that is not sure needs an entry that explains it. */
function withResult(index: RetrievalIndex, { text, computed }: Question, found: Retrieval): Retrieval {
  if (computed === undefined || found.card !== undefined || found.smallTalk !== undefined) return found;
  // Whether the user may see prices is known to the answer alone.
  if (computed.order !== undefined) return { ...found, computed };
  const explains = ({ id }: KnowledgeEntry): boolean => computed.entries.includes(id);
  const [best] = found.hits;
  const isMeant = found.answers === undefined && best !== undefined && explains(best.entry);
  if (!computed.isSure && !isMeant) return found;
  // Another entry has this very question.
  if (computed.state === 'problem' && !isMeant && found.confidence === 1) return found;
  const source = found.hits.find(({ entry }) => explains(entry))?.entry ?? firstOf(index, computed.entries);
  const language = isKorean(text) ? ({ isKorean: true } as const) : {};
  return {
    band: 'answer',
    confidence: 1,
    hits: withFirst(source, found.hits).slice(0, retrievalSettings.hitsMost),
    computed,
    ...language,
  };
}

/** The first of these entries that is there. */
function firstOf({ entries }: RetrievalIndex, ids: readonly string[]): KnowledgeEntry | undefined {
  return ids.map((id) => entries.find((entry) => entry.id === id)).find((entry) => entry !== undefined);
}

/** Searches for the answers of a text that asks several things; undefined if it does not, or one has no answer. */
function retrieveParts(index: RetrievalIndex, question: Question): Retrieval | undefined {
  const [opening = '', ...others] = question.hasFiles === true ? [] : partsOf(question.text);
  if (others.length === 0 || dangerCard(question.text) !== undefined) return undefined;
  // An entry that is taken back is meant as a whole, too.
  if (hasExactly(index.all ?? index, question.text)) return undefined;
  const one = retrieveOne(index, { ...question, text: opening });
  const found = [
    one,
    ...others.map((text) => retrieveOne(index, { ...question, text, previous: { text: opening, category: '' } })),
  ];
  const best = new Map<KnowledgeEntry, Retrieval['hits'][number]>();
  for (const { band, hits } of found) {
    const [hit] = hits;
    // "And how do I measure it?" leads to the entry that is the answer already.
    const isAnswered = hit !== undefined && (band === 'answer' || best.has(hit.entry));
    if (!isAnswered) return undefined;
    if (!best.has(hit.entry)) best.set(hit.entry, hit);
  }
  if (best.size < 2) return one.band === 'answer' ? one : undefined;
  const hits = [...best.values(), ...found.flatMap((each) => each.hits)];
  return {
    ...one,
    confidence: Math.min(...found.filter(({ band }) => band === 'answer').map(({ confidence }) => confidence)),
    hits: hits
      .filter(({ entry }, at) => hits.findIndex((hit) => hit.entry === entry) === at)
      .slice(0, retrievalSettings.hitsMost),
    answers: best.size,
  };
}

/** Replies to one question: with a fixed text, or with what is found. */
function retrieveOne(index: RetrievalIndex, question: Question): Retrieval {
  const danger = dangerCard(question.text);
  // An entry with these very words knows more, but a fire does not wait.
  const isEntry = hasExactly(index, question.text);
  if (danger !== undefined && (danger.isFire || !isEntry)) return { ...nothing, card: danger.text };
  if (asksForHuman(question.text)) return nothing;
  const smallTalk = question.hasFiles === true || isEntry ? undefined : smallTalkIn(question.text);
  if (smallTalk !== undefined) return { ...nothing, smallTalk };
  const found = searchFor(index, question);
  if (found.band !== 'suggest' || question.previous === undefined) return found;
  // A question that names its own subject inherits nothing.
  if (new Set(wordsOfQuestion(index, question).own).size > mostOfFollowUp) return found;
  const followUp = searchFor(index, { ...question, isFollowUp: true });
  return followUp.band === 'answer' ? { ...followUp, isFollowUp: true } : found;
}

/** A question with more words of its own, and no pronoun, is no follow-up. */
const mostOfFollowUp = 2;

/** Searches for a question by its own words and, if it refers to the previous one, by those of that. */
function searchFor(index: RetrievalIndex, question: Question): Retrieval {
  const words = wordsOfQuestion(index, question);
  if (words.isFollowUp && mayStandAlone(question.text, retrievalSettings.maxChars)) {
    const { previous: _, ...alone } = question;
    const found = searchFor(index, alone);
    if (found.band === 'answer') return found;
  }
  const ranked = rank(index, words, preferenceIn(question));
  const exact = exactIn(index, words, ranked);
  const mayDoubt = exact === undefined && !words.isFollowUp;
  const nearer = mayDoubt ? nearerOf(ranked) : undefined;
  const isDoubtful =
    mayDoubt &&
    (nearer !== undefined ||
      isVague(index, words, ranked) ||
      isBeside(index, words, ranked) ||
      isOpposite(words, ranked));
  const hits = withFirst(exact, likely(ranked));
  const about = question.hasFiles === true ? ({ isAboutFiles: true } as const) : {};
  const language = isKorean(question.text) ? ({ isKorean: true } as const) : {};
  const withheld = exact === undefined ? index.withheld?.(question) : undefined;
  const foreignAt = withheld === undefined ? (confidence: number) => foreignIn(index, words, confidence) : () => ({});
  if (hits.length === 0) return { ...nothing, ...about, ...foreignAt(0) };
  const confidence = exact === undefined ? confidenceIn(index, words, ranked) : 1;
  // A question without a word of its own, such as "why?", has nothing that an answer could be checked against.
  const isLikely = confidence >= leastConfidence(words) && words.own.length > 0;
  // Beside an entry that was taken back, the best entry left is only suggested: it may fit the question less well.
  const isSure = isLikely && !isDoubtful && withheld === undefined;
  if (!isSure && question.hasFiles === true) return { ...nothing, ...about };
  const isNear = isLikely || (withheld?.beside ?? confidence) >= retrievalSettings.suggestAt;
  const isEveryday = everyday.test(words.plain.join(' '));
  const band = isSure ? 'answer' : isNear && !isEveryday ? 'suggest' : 'none';
  const isNearest = band === 'suggest' && !isDoubtful && withheld === undefined && isFarAhead(confidence, hits);
  const foreign = band === 'none' ? foreignAt(isEveryday ? 0 : confidence) : {};
  // The nearer entry is the first suggestion.
  const shown = [
    ...hits.filter(({ entry }) => entry === nearer?.entry),
    ...hits.filter(({ entry }) => entry !== nearer?.entry),
  ];
  const nearest = isNearest ? ({ isNearest: true } as const) : {};
  return { band, confidence, hits: shown.slice(0, retrievalSettings.hitsMost), ...nearest, ...language, ...foreign };
}

/** Whether the first of these may be the answer, and all others together are much less likely. */
function isFarAhead(confidence: number, [first]: Retrieval['hits']): boolean {
  return confidence >= retrievalSettings.nearestAt && (first?.score ?? 0) >= retrievalSettings.aheadAt;
}

/** Whether an entry has this very text as a question. */
function hasExactly({ exact }: SearchIndex, text: string): boolean {
  return exact.has(exactKeyOf(plainWordsOf(text, retrievalSettings.maxChars)));
}

/** Tells texts without a question, and questions that no entry comes near, from those that an expert may answer. */
function foreignIn(index: RetrievalIndex, words: QuestionWords, confidence: number): Pick<Retrieval, 'foreign'> {
  // Without knowledge, every subject is foreign.
  if (index.entries.length === 0) return {};
  if (words.own.length === 0) return { foreign: 'unclear' };
  const isKnown = words.own.some((word) => index.words.has(word));
  const isSpoken = words.stopWords.length > 0 || words.own.some((word) => isKorean(word) || spoken.test(word));
  if (!isKnown && !isSpoken) return { foreign: 'unclear' };
  return confidence < retrievalSettings.foreignBelow ? { foreign: 'offTopic' } : {};
}

/** Subjects of every day whose words are those of cells too: the world cup and the cup of a pouch. */
const everyday = /world cup|olympic|월드컵/;

/** A word that can be pronounced. */
const spoken = /^(?=.{4})[a-z]*[aeiou][a-z]*$/;

/** Puts the entry that has the question word for word first, as certain. */
function withFirst(exact: KnowledgeEntry | undefined, all: Retrieval['hits']): Retrieval['hits'] {
  if (exact === undefined) return all;
  return [{ entry: exact, score: 1 }, ...all.filter(({ entry }) => entry !== exact)];
}

const nothing: Retrieval = { band: 'none', confidence: 0, hits: [] };
