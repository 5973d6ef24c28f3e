import { once } from 'node:events';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { confidenceIn } from '#domain/assistant/retrieval/confidence.ts';
import { nearTo } from '#domain/assistant/retrieval/near.ts';
import { wordsOfQuestion } from '#domain/assistant/retrieval/question.ts';
import { likely, rank } from '#domain/assistant/retrieval/rank.ts';
import { buildIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { explain } from './explain.ts';
import type { FromProcess, QnaCalls, ToProcess } from './qna-index.ts';

/** A process that builds an index of Q&As and searches it. */

const [entries] = (await once(process, 'message')) as [KnowledgeEntry[]];
const index = buildIndex(entries);
/** Experts find Q&As that are not published, too. */
const all = index.all ?? index;
/** Entries of the retrieval test and of a search for experts are shown one by one. */
const mostFound = 10;

const calls: { [Name in keyof QnaCalls]: (...args: Parameters<QnaCalls[Name]>) => ReturnType<QnaCalls[Name]> } = {
  near: (text, least) => nearTo(index, { text }, least).map(({ entry, likeness }) => ({ id: entry.id, likeness })),
  search(text) {
    const found = ranked(text);
    return {
      confidence: confidenceIn(all, wordsOf(text), found),
      items: likely(found)
        .slice(0, mostFound)
        .map(({ entry, score }) => ({ entry, score })),
    };
  },
  explain: (question) => explain(index, question),
};

function wordsOf(text: string) {
  return wordsOfQuestion(all, { text, chatType: 1 });
}

function ranked(text: string) {
  return rank(all, wordsOf(text), { categories: [], previousCategory: undefined });
}

const say = (message: FromProcess): void => void process.send?.(message);

process.on('message', ({ n, name, args }: ToProcess) => {
  const call = calls[name] as (...given: unknown[]) => unknown;
  say({ n, reply: call(...args) });
});
say({ n: 0, reply: undefined });
