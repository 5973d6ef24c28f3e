import type { Answer, AnswerCalculation, AnswerSource, AskableEntry } from '../../chat/chat.ts';
import { sentenceOf } from '../../ground/file-text.ts';
import { type KnowledgeEntry, categoryOf, textsIn } from '../../ground/knowledge.ts';
import { otherMeant, relatedTo } from './further.ts';
import { isKorean } from '../../quantities/korean.ts';
import type { ComputedResult } from './question.ts';
import type { Retrieval } from './retrieve.ts';
import { type SentenceName, sentences } from './sentences.ts';
import { retrievalSettings } from './thresholds.ts';
import type { SmallTalk } from './small-talk.ts';

/**
 * Builds the message's text and the answer's metadata from a retrieval. The text of an answer is stored text, word for
 * word: nothing is generated.
 * @param about `isKept` is false for a guest's question, which is not stored; `ordersAllowed`: whether the user may see
 *   prices of orders
 */
export function answerFrom(
  retrieval: Retrieval,
  about: { questionId: string; handoffAllowed: boolean; isKept?: boolean; ordersAllowed?: boolean },
): { content: string; answer: Answer } {
  const { band, hits } = retrieval;
  const plain: Answer = {
    questionId: about.questionId,
    status: band === 'answer' ? 'done' : band === 'suggest' ? 'suggest' : 'no_answer',
    mode: 'kb',
    confidence: rounded(retrieval.confidence),
    sources: [],
    suggestions: [],
    handoff: { offered: true, allowed: about.handoffAllowed },
  };
  if (retrieval.card !== undefined) return { content: retrieval.card, answer: { ...plain, emergency: true } };
  const answer: Answer = { ...plain, ...notesOf(retrieval) };
  const { computed } = retrieval;
  if (computed?.order !== undefined && about.ordersAllowed === true)
    return {
      content: computed.text,
      answer: { ...answer, status: 'done', confidence: 1, order: computed.order },
    };
  if (computed?.calculation !== undefined) return computedAnswer(retrieval, computed, computed.calculation, answer);
  if (retrieval.files?.text !== undefined) return sheetAnswer(retrieval, retrieval.files.text, answer);
  const best = hits[0];
  if (band === 'answer' && best !== undefined) {
    const shown = hits.slice(0, retrieval.answers ?? 1).map(({ entry }, at) => shownOf(entry, at + 1, retrieval));
    const isHeaded = shown.length > 1 || retrieval.files?.passages.some(({ isTable }) => isTable === true) === true;
    const texts = shown.map((each) => (isHeaded ? headed(each) : each.content));
    if (retrieval.isKorean === true && !shown.some(({ content }) => isKorean(content))) texts.unshift(inEnglish);
    const sources = shown.map(({ source }) => source);
    return {
      content: texts.join('\n\n'),
      answer: {
        ...answer,
        sources: [...sources, ...fileSourcesOf(retrieval, sources.length)],
        ...furtherOf(retrieval),
      },
    };
  }
  const quoted = fileSourcesOf(retrieval);
  if (quoted.length > 0) return saying('fromFiles', { ...answer, status: 'done', sources: quoted });
  if (band === 'suggest') {
    return suggesting(retrieval, about.handoffAllowed, answer);
  }
  if (retrieval.smallTalk !== undefined)
    return replyTo(forReader(retrieval.smallTalk, about.isKept), {
      ...answer,
      handoff: { ...answer.handoff, offered: false },
    });
  if (retrieval.isAboutFiles === true && about.isKept !== false) {
    if (retrieval.files === undefined) return saying('filesOnServer', answer);
    return saying(about.handoffAllowed ? 'files' : 'filesWithoutExpert', answer);
  }
  if (retrieval.foreign !== undefined) return saying(retrieval.foreign, answer);
  if (about.isKept === false) return saying('noneWithoutAccount', answer);
  return saying(about.handoffAllowed ? 'none' : 'noneWithoutExpert', answer);
}

/** Stands before an answer in English to a question in Korean: "This answer is in English." */
const inEnglish = '이 답변은 영어로 되어 있습니다.';

/** Stands before the entry that is nearest to a question, and may not be what was asked. */
const nearestInEnglish = 'This is the nearest that I have. Check whether it is what you asked.';
const nearestInKorean = '질문과 가장 가까운 답변입니다. 찾으시는 내용인지 확인해 주세요.';

function suggesting(
  retrieval: Retrieval,
  handoffAllowed: boolean,
  answer: Answer,
): { content: string; answer: Answer } {
  const [first] = retrieval.hits;
  const suggestions = retrieval.hits
    .slice(0, retrievalSettings.suggestions)
    .map(({ entry }) => askable(entry, retrieval));
  if (retrieval.isNearest === true && first !== undefined) {
    const { content, source } = shownOf(first.entry, 1, retrieval);
    const said = retrieval.isKorean === true ? nearestInKorean : nearestInEnglish;
    return {
      content: `${said}\n\n**${source.question}**\n${content}`,
      answer: { ...answer, sources: [source], suggestions: suggestions.slice(1) },
    };
  }
  return saying(handoffAllowed ? 'suggest' : 'suggestWithoutExpert', { ...answer, suggestions });
}

/** Returns a note for each file that was not searched. */
function notesOf({ files }: Retrieval): Pick<Answer, 'fileNotes'> {
  const unread = files?.unread ?? [];
  if (unread.length === 0) return {};
  return {
    fileNotes: unread.map(({ id, name, problem }) => ({ id, name, problem, text: sentenceOf(problem, name) })),
  };
}

/** Returns the passages of files as sources, numbered after the `others`. */
function fileSourcesOf({ files }: Retrieval, others = 0): AnswerSource[] {
  return (files?.passages ?? []).map(({ file, page, text, score, isTable }, at) => ({
    n: others + at + 1,
    qnaId: '',
    question: file.name,
    urls: [],
    category: '',
    score: rounded(score),
    file: { ...file, page, passage: text, ...(isTable === true ? { isTable } : {}) },
  }));
}

/** Returns the answer with the computed result; the entry that explains it is its source. */
function computedAnswer(
  retrieval: Retrieval,
  computed: ComputedResult,
  calculation: AnswerCalculation,
  answer: Answer,
): { content: string; answer: Answer } {
  const [hit] = retrieval.hits;
  const explained =
    hit !== undefined && computed.entries.includes(hit.entry.id) ? shownOf(hit.entry, 1, retrieval) : undefined;
  // Without a result, the answer begins with the entry that explains the calculation.
  const content =
    computed.state === 'missing' && explained !== undefined
      ? `${explained.content}\n\n${computed.text}`
      : computed.text;
  const sources = explained === undefined ? [] : [explained.source];
  return { content, answer: { ...answer, sources, calculation } };
}

/**
 * Returns what the sheets of the question say. An entry follows only when it has the very question; one that is merely
 * likely, which may be about the words and not about the file, is offered.
 */
function sheetAnswer(retrieval: Retrieval, text: string, answer: Answer): { content: string; answer: Answer } {
  const best = retrieval.band === 'answer' ? retrieval.hits[0] : undefined;
  const shown = best !== undefined && retrieval.confidence === 1 ? [shownOf(best.entry, 1, retrieval)] : [];
  const related = best === undefined || shown.length > 0 ? {} : { related: [askable(best.entry, retrieval)] };
  const sources = [...shown.map(({ source }) => source), ...fileSourcesOf(retrieval, shown.length)];
  return {
    content: [text, ...shown.map(headed)].join('\n\n'),
    answer: { ...answer, status: 'done', confidence: 1, sources, ...related },
  };
}

/** Puts the question of an entry above its answer. */
function headed({ content, source }: { content: string; source: AnswerSource }): string {
  return `**${source.question}**\n${content}`;
}

/** Returns what can be asked next, without empty fields. */
function furtherOf(retrieval: Retrieval): Pick<Answer, 'related' | 'refine'> {
  const related = relatedTo(retrieval).map((entry) => askable(entry, retrieval));
  const meant = otherMeant(retrieval);
  const refine = {
    ...(meant === undefined ? {} : { other: askable(meant, retrieval) }),
    ...(retrieval.changes === undefined || retrieval.changes.length === 0 ? {} : { changes: retrieval.changes }),
  };
  return {
    ...(related.length === 0 ? {} : { related }),
    ...(Object.keys(refine).length === 0 ? {} : { refine }),
  };
}

function askable(entry: KnowledgeEntry, retrieval: Retrieval): AskableEntry {
  return { qnaId: entry.id, question: textsOf(entry, retrieval).question };
}

/** Guests have neither a conversation nor a button for experts. */
function forReader(smallTalk: SmallTalk, isKept = true): SmallTalk {
  if (isKept || 'sum' in smallTalk) return smallTalk;
  if (smallTalk.sentence === 'goodbye') return { sentence: 'goodbyeWithoutAccount' };
  return smallTalk.sentence === 'identity' ? { sentence: 'identityWithoutAccount' } : smallTalk;
}

function replyTo(smallTalk: SmallTalk, answer: Answer): { content: string; answer: Answer } {
  return 'sum' in smallTalk ? { content: smallTalk.sum, answer } : saying(smallTalk.sentence, answer);
}

/** Returns one of the assistant's fixed sentences, with its name so that the client can translate it. */
function saying(sentence: SentenceName, answer: Answer): { content: string; answer: Answer } {
  return { content: sentences[sentence], answer: { ...answer, sentence } };
}

/** Returns the texts of an entry in the language of the question. */
function textsOf(entry: KnowledgeEntry, retrieval: Retrieval): { question: string; answer: string } {
  return textsIn(entry, retrieval.isKorean === true);
}

function shownOf(entry: KnowledgeEntry, n: number, retrieval: Retrieval): { content: string; source: AnswerSource } {
  const { question, answer } = textsOf(entry, retrieval);
  const score = rounded(retrieval.confidence);
  return {
    content: answer,
    source: { n, qnaId: entry.id, question, urls: entry.urls, category: categoryOf(entry), score },
  };
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
