import { categoryOf, type KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { SimilarQnasReply } from '#domain/assistant/wire/qnas.ts';
import type { RetrievalTestReply } from '#domain/assistant/wire/retrieval-test.ts';
import { differingFigures } from '#domain/assistant/knowledge/qna/differing-figures.ts';
import { allKnowledge } from '../store/entries.ts';
import { readQnas, type Qna } from '../store/qnas.ts';
import { type Db, firstValue } from '../../database/db.ts';
import { type QnaCalls, type QnaIndex, startQnaIndex } from './qna-index.ts';

/** Search in the Q&As as experts edit them, including those that are not published or not synced yet. */
export interface QnaSearch {
  /**
   * Returns the Q&As whose question is like this one, and where their figures differ from those of the answer. While the
   * index is built anew after a write, the former one is asked.
   */
  near: (asked: { question: string; answer: string; except?: string | undefined }) => Promise<SimilarQnasReply>;
  /** Returns the Q&As that answer a text best, and the confidence in the first. */
  search: (
    text: string,
  ) => Promise<{ confidence: number; items: { qna: Qna; entry: KnowledgeEntry; score: number }[] }>;
  /** Searches as the assistant does, and says why the question got its band. */
  explain: (question: Parameters<QnaCalls['explain']>[0]) => Promise<RetrievalTestReply>;
  /** Ends the process that searches. */
  stop: () => void;
}

interface Built {
  stamp: string;
  index: QnaIndex;
  qnas: ReadonlyMap<string, Qna>;
}

/** Questions that are less alike than this, 0 to 1, are different questions. */
const leastLikeness = 0.55;
const most = 5;

/**
 * Creates the search. Its index is built when it is first needed, and again when a Q&A has changed since, in a process of its own.
 */
export function qnaSearch(db: Db): QnaSearch {
  let current: Built | undefined;
  let building: Promise<Built> | undefined;
  let isStopped = false;

  async function build(): Promise<Built> {
    const stamp = await stampOf(db);
    const qnas = await readQnas(db);
    const index = await startQnaIndex(await allKnowledge(db, 'qnas'));
    current?.index.end();
    current = { stamp, index, qnas: new Map(qnas.map((qna) => [qna.id, qna])) };
    if (isStopped) index.end();
    return current;
  }

  /** Builds once at a time. What failed is tried again with the next search. */
  function next(): Promise<Built> {
    building ??= build().finally(() => (building = undefined));
    return building;
  }

  async function isFresh(): Promise<boolean> {
    if (current === undefined || current.index.hasFailed()) return false;
    return current.stamp === (await stampOf(db));
  }

  async function fresh(): Promise<Built> {
    // What is being built may be without the last write.
    await building;
    return current !== undefined && (await isFresh()) ? current : await next();
  }

  async function formerOrFresh(): Promise<Built> {
    if (current === undefined || current.index.hasFailed()) return await next();
    if (!(await isFresh())) next().catch(() => undefined);
    return current;
  }

  return {
    async near({ question, answer, except }) {
      const { index, qnas } = await formerOrFresh();
      const items = (await index.ask('near', question, leastLikeness)).flatMap(({ id, likeness }) => {
        const qna = qnas.get(id);
        if (qna === undefined || id === except) return [];
        const { status } = qna;
        const figures = differingFigures(answer, qna.answer);
        return [{ id, question: qna.question, category: categoryOf(qna), status, likeness, figures }];
      });
      return { items: items.sort((a, b) => b.likeness - a.likeness).slice(0, most) };
    },
    async search(text) {
      const { index, qnas } = await fresh();
      const { confidence, items } = await index.ask('search', text);
      return {
        confidence,
        items: items.flatMap(({ entry, score }) => {
          const qna = qnas.get(entry.id);
          return qna === undefined ? [] : [{ qna, entry, score }];
        }),
      };
    },
    async explain(question) {
      return await (await fresh()).index.ask('explain', question);
    },
    stop() {
      isStopped = true;
      current?.index.end();
    },
  };
}

/** Returns a text that is another one after each change of a Q&A. */
async function stampOf(db: Db): Promise<string> {
  const value = await firstValue<string>(db)`
    select concat_ws(' ', count(*), sum(xmin::text::bigint), max(xmin::text::bigint)) as stamp from qnas`;
  return value ?? '';
}
