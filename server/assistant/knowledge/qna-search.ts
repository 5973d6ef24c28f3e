import { categoryOf, type KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { SimilarQnasReply } from '#domain/assistant/wire/qnas.ts';
import type { RetrievalTestReply } from '#domain/assistant/wire/retrieval-test.ts';
import { differingFigures } from '#domain/assistant/knowledge/qna/differing-figures.ts';
import { allKnowledge } from '../store/entries.ts';
import { readQnas, type Qna } from '../store/qnas.ts';
import { type Db, firstValue } from '../../database/db.ts';
import { type QnaCalls, type QnaIndex, startQnaIndex } from './qna-index.ts';

interface NearQuestion {
  question: string;
  answer: string;
  /** Id of the Q&A that is edited. */
  except?: string | undefined;
}

interface FoundQna {
  qna: Qna;
  entry: KnowledgeEntry;
  score: number;
}

/** An index, and the state of the Q&As that it was built from. */
interface Built {
  stamp: string;
  index: QnaIndex;
  qnas: ReadonlyMap<string, Qna>;
}

/** Questions that are less alike than this, 0 to 1, are different questions. */
const leastLikeness = 0.55;
const most = 5;

/**
 * Search in the Q&As as experts edit them, including those that are not published or not synced yet. Its index is built
 * when it is first needed, and again when a Q&A has changed since, in a process of its own.
 */
export class QnaSearch {
  readonly #db: Db;
  #current: Built | undefined;
  /** The index that is being built. */
  #building: Promise<Built> | undefined;
  #isStopped = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Returns the Q&As whose question is like this one, and where their figures differ from those of the answer. While
   * the index is built again after a write, the former one is asked.
   */
  async near({ question, answer, except }: NearQuestion): Promise<SimilarQnasReply> {
    const { index, qnas } = await this.#formerOrFresh();
    const items = (await index.ask('near', question, leastLikeness)).flatMap(({ id, likeness }) => {
      const qna = qnas.get(id);
      if (qna === undefined || id === except) return [];
      const { status } = qna;
      const figures = differingFigures(answer, qna.answer);
      return [{ id, question: qna.question, category: categoryOf(qna), status, likeness, figures }];
    });
    return { items: items.sort((a, b) => b.likeness - a.likeness).slice(0, most) };
  }

  /** Returns the Q&As that answer a text best, and the confidence in the first. */
  async search(text: string): Promise<{ confidence: number; items: FoundQna[] }> {
    const { index, qnas } = await this.#fresh();
    const { confidence, items } = await index.ask('search', text);
    return {
      confidence,
      items: items.flatMap(({ entry, score }) => {
        const qna = qnas.get(entry.id);
        return qna === undefined ? [] : [{ qna, entry, score }];
      }),
    };
  }

  /** Searches as the assistant does, and explains the band of the question. */
  async explain(question: Parameters<QnaCalls['explain']>[0]): Promise<RetrievalTestReply> {
    return await (await this.#fresh()).index.ask('explain', question);
  }

  /** Ends the process that searches. */
  stop(): void {
    this.#isStopped = true;
    this.#current?.index.end();
  }

  async #fresh(): Promise<Built> {
    // An index that is being built may be without the last write.
    await this.#building;
    return this.#current !== undefined && (await this.#isFresh()) ? this.#current : await this.#next();
  }

  async #formerOrFresh(): Promise<Built> {
    if (this.#current === undefined || this.#current.index.hasFailed()) return await this.#next();
    if (!(await this.#isFresh())) this.#next().catch(() => undefined);
    return this.#current;
  }

  async #isFresh(): Promise<boolean> {
    if (this.#current === undefined || this.#current.index.hasFailed()) return false;
    return this.#current.stamp === (await stampOf(this.#db));
  }

  /** Builds once at a time. A build that failed is tried again with the next search. */
  #next(): Promise<Built> {
    this.#building ??= this.#build().finally(() => (this.#building = undefined));
    return this.#building;
  }

  async #build(): Promise<Built> {
    const stamp = await stampOf(this.#db);
    const qnas = await readQnas(this.#db);
    const index = await startQnaIndex(await allKnowledge(this.#db, 'qnas'));
    this.#current?.index.end();
    this.#current = { stamp, index, qnas: new Map(qnas.map((qna) => [qna.id, qna])) };
    if (this.#isStopped) index.end();
    return this.#current;
  }
}

/** Returns a text that is another one after each change of a Q&A. */
async function stampOf(db: Db): Promise<string> {
  const value = await firstValue<string>(db)`
    select concat_ws(' ', count(*), sum(xmin::text::bigint), max(xmin::text::bigint)) as stamp from qnas`;
  return value ?? '';
}
