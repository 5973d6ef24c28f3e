import { sql } from 'kysely';
import { categoryOf, type KnowledgeEntry } from '#domain/knowledge.ts';
import type { SimilarQnasReply } from '#domain/protocol/qnas.ts';
import { differingFigures } from '#domain/qna/differing-figures.ts';
import { rank } from '#domain/retrieval/rank.ts';
import { buildIndex, type RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import type { RetrievalSettings } from '#domain/retrieval/settings.ts';
import { signalNames } from '#domain/retrieval/signals.ts';
import { wordsOfQuestion } from '#domain/retrieval/question.ts';
import { readQnas, type Qna } from '../store/knowledge/qnas.ts';
import type { Db } from '../store/system/db.ts';

/** Search in the Q&As as experts edit them, including those that are not published or not synced yet. */
export interface QnaSearch {
  index: () => Promise<{ index: RetrievalIndex; qnas: ReadonlyMap<string, Qna> }>;
  /** Returns the Q&As whose question is like this one, and where their figures differ from those of the answer. */
  near: (asked: { question: string; answer: string; except?: string | undefined }) => Promise<SimilarQnasReply>;
}

/** Questions that are less alike than this, 0 to 1, are different questions. */
const leastLikeness = 0.55;
const most = 5;
const nearest = signalNames.indexOf('nearest');

/**
 * Creates the search. Its index is built when it is first needed, and again when a Q&A has changed since.
 * @param knowledge returns what the assistant answers from: its settings are those of the index
 */
export function qnaSearch(db: Db, knowledge: () => RetrievalIndex): QnaSearch {
  let built: { stamp: string; settings: RetrievalSettings; ready: ReturnType<QnaSearch['index']> } | undefined;

  async function indexNow(): ReturnType<QnaSearch['index']> {
    const stamp = await stampOf(db);
    const { settings } = knowledge();
    if (built?.stamp !== stamp || built.settings !== settings) {
      const ready = build(db, settings);
      built = { stamp, settings, ready };
      // What failed is tried again with the next search.
      ready.catch(() => (built = undefined));
    }
    return built.ready;
  }

  return {
    index: indexNow,
    async near({ question, answer, except }) {
      const { index, qnas } = await indexNow();
      const ranked = rank(index, wordsOfQuestion(index, { text: question, chatType: 1 }), {
        categories: [],
        previousCategory: undefined,
      });
      const items = ranked.flatMap(({ entry, candidate }) => {
        const qna = qnas.get(entry.id);
        const likeness = Math.min(1, candidate.signals[nearest] ?? 0);
        if (qna === undefined || entry.id === except || likeness < leastLikeness) return [];
        const { id, status } = qna;
        const figures = differingFigures(answer, qna.answer);
        return [{ id, question: qna.question, category: categoryOf(entry), status, likeness, figures }];
      });
      return { items: items.sort((a, b) => b.likeness - a.likeness).slice(0, most) };
    },
  };
}

async function build(db: Db, settings: RetrievalSettings): ReturnType<QnaSearch['index']> {
  const qnas = await readQnas(db);
  return { index: buildIndex(qnas.map(entryOf), settings), qnas: new Map(qnas.map((qna) => [qna.id, qna])) };
}

function entryOf(qna: Qna): KnowledgeEntry {
  const { koQuestion: question, koAnswer: answer, koAlternatives: alternatives, ...fields } = qna;
  return question === '' ? fields : { ...fields, ko: { question, answer, alternatives } };
}

/** Returns a text that is another one after each change of a Q&A. */
async function stampOf(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ', count(*), sum(xmin::text::bigint), max(xmin::text::bigint)) as stamp from qnas`.execute(db);
  return rows[0]?.stamp ?? '';
}
