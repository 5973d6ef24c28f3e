import type { RetrievalReason, RetrievalTestReply } from '#domain/assistant/wire/retrieval-test.ts';
import { leastConfidence } from '#domain/assistant/retrieval/confidence.ts';
import { isBeside, isOpposite, isVague, nearerOf } from '#domain/assistant/retrieval/doubt.ts';
import { asksForHuman, type Question, wordsOfQuestion } from '#domain/assistant/retrieval/question.ts';
import { likely, preferenceIn, rank } from '#domain/assistant/retrieval/rank.ts';
import { type Retrieval, type RetrievalIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { exactKeyOf } from '#domain/assistant/retrieval/search-index.ts';
import { retrievalSettings } from '#domain/assistant/retrieval/thresholds.ts';
import { signalNames } from '#domain/assistant/retrieval/signals.ts';
import { unpublishedIn } from '#domain/assistant/retrieval/unpublished.ts';
import { inConversation } from './measure.ts';

/** Maximum number of entries that an explanation lists. */
const listed = 10;

/** Searches as the assistant does, and explains the band of the question. */
export function explain(
  index: RetrievalIndex,
  { text, chatType, before }: Pick<Question, 'text' | 'chatType'> & { before: readonly string[] },
): RetrievalTestReply {
  const asked = inConversation(index, text, before, chatType);
  const found = retrieve(index, asked);
  const question = found.isFollowUp === true ? { ...asked, isFollowUp: true } : asked;
  const words = wordsOfQuestion(index, question);
  const ranked = rank(index, words, preferenceIn(question));
  const shares = likely(ranked);
  return {
    band: found.band,
    confidence: found.confidence,
    answer_at: leastConfidence(words),
    suggest_at: retrievalSettings.suggestAt,
    reasons: reasonsOf(index, { question, words, ranked, found }),
    unpublished: unpublishedOf(index, question, found),
    words: [...new Set(words.words)],
    hits: ranked.slice(0, listed).map(({ entry, candidate }, at) => ({
      id: entry.id,
      title: entry.question,
      category: [entry.large, entry.medium, entry.small].filter((name) => name !== '').join(' / '),
      share: shares[at]?.score ?? 0,
      signals: Object.fromEntries(signalNames.map((name, i) => [name, candidate.signals[i] ?? 0])) as Record<
        (typeof signalNames)[number],
        number
      >,
      shared_words: [...candidate.words.keys()],
    })),
  };
}

/** Returns the entry that fits best and is not published, with what it changes. Fixed replies ask no entry. */
function unpublishedOf(index: RetrievalIndex, question: Question, found: Retrieval): RetrievalTestReply['unpublished'] {
  const isFixed = found.card !== undefined || found.smallTalk !== undefined || asksForHuman(question.text);
  if (isFixed) return null;
  const withheld = index.withheld?.(question);
  const entry = withheld?.entry ?? unpublishedIn(index, question);
  if (entry === undefined) return null;
  const hindersAnswer = withheld !== undefined && found.band !== 'answer';
  return { id: entry.id, title: entry.question, effect: hindersAnswer ? 'noAnswer' : 'passedOver' };
}

interface Explained {
  question: Question;
  words: ReturnType<typeof wordsOfQuestion>;
  ranked: ReturnType<typeof rank>;
  found: Retrieval;
}

/** The decisions of `retrieve`, in its order. The first group ends the search. */
function reasonsOf(index: RetrievalIndex, { question, words, ranked, found }: Explained): RetrievalReason[] {
  if (found.card !== undefined) return ['emergency'];
  if (asksForHuman(question.text)) return ['human'];
  if (found.smallTalk !== undefined) return ['smallTalk'];
  const [best] = ranked;
  const isExact = index.exact.has(exactKeyOf(words.plain));
  const mayDoubt = !isExact && !words.isFollowUp;
  const least = leastConfidence(words);
  const holds: readonly (readonly [RetrievalReason, boolean])[] = [
    ['computed', found.computed !== undefined],
    ['parts', found.answers !== undefined],
    ['exact', isExact],
    ['followUp', words.isFollowUp],
    ['noEntries', best === undefined],
    ['noOwnWord', words.own.length === 0],
    ['nearer', mayDoubt && nearerOf(ranked) !== undefined],
    ['vague', mayDoubt && isVague(index, words, ranked)],
    ['beside', mayDoubt && isBeside(index, words, ranked)],
    ['opposite', mayDoubt && isOpposite(words, ranked)],
    ['below', best !== undefined && found.confidence < least],
    ['above', found.confidence >= least],
    ['unclear', found.foreign === 'unclear'],
    ['offTopic', found.foreign === 'offTopic'],
  ];
  return holds.flatMap(([reason, does]) => (does ? [reason] : []));
}
