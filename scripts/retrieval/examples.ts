import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { type QuestionWords, wordsOfQuestion } from '#domain/assistant/retrieval/question.ts';
import { bestSignals, relativeTo } from '#domain/assistant/retrieval/rank.ts';
import { type RetrievalIndex, buildIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { candidatesOf } from '#domain/assistant/retrieval/signals.ts';
import { unshownPhrasings } from '#domain/assistant/retrieval/unshown-phrasings.ts';
import type { JudgedQuestion } from '../../server/assistant/knowledge/judged-questions.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../../server/assistant/knowledge/knowledge-file.ts';

/** A question with its candidates, as numbers that the weights are multiplied with. */
export interface Example {
  index: RetrievalIndex;
  words: QuestionWords;
  /** For each candidate: the signals, then each as a share of the best one. */
  features: number[][];
  /** For each candidate: the words that it shares with the question, with their values. */
  shared: [string, number][][];
  /** The entries that answer it, and the place of the first one among the candidates: none and -1 if nothing does. */
  rightIds: readonly string[];
  right: number;
}

/** Returns the product's own entries as if all were published, with the phrasings that are never shown among the others. */
export async function entriesToLearn(): Promise<KnowledgeEntry[]> {
  const entries = (await readKnowledgeFile(ownKnowledge)).map(entryOf);
  return entries.map((entry) => ({
    ...entry,
    status: 'published',
    alternatives: [...entry.alternatives, ...(unshownPhrasings.get(entry.question) ?? [])],
  }));
}

/** Returns the examples of questions that are asked to these entries, which have no phrasings but their own. */
export function examplesOf(entries: KnowledgeEntry[], questions: readonly JudgedQuestion[]): Example[] {
  const index = buildIndex(entries, undefined, new Map());
  return questions.map(({ q, id, also = [] }) => {
    const words = wordsOfQuestion(index, { text: q, chatType: 1 });
    const candidates = candidatesOf(index, words);
    const best = bestSignals(candidates);
    return {
      index,
      words,
      features: candidates.map(({ signals }) => [
        ...signals,
        ...signals.map((value, i) => relativeTo(value, best[i] ?? 0)),
      ]),
      shared: candidates.map((candidate) => [...candidate.words]),
      rightIds: id === null ? [] : [id, ...also],
      right: candidates.findIndex(({ entry }) => index.entries[entry]?.id === id),
    };
  });
}

/**
 * Returns the entries' own phrasings as questions, in `folds` parts: each part is asked to entries that lack its
 * phrasings. Half of the Korean phrasings follow, in the same way.
 */
export function ownExamples(entries: readonly KnowledgeEntry[], folds: number): Example[] {
  const examples: Example[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const asks = (at: number, i: number): boolean => (i * 7 + at) % folds === fold;
    examples.push(
      ...heldOut(entries, ({ alternatives, ...rest }, at) => ({
        entry: { ...rest, alternatives: alternatives.filter((_, i) => !asks(at, i)) },
        asked: alternatives.filter((_, i) => asks(at, i)),
      })),
    );
  }
  for (const held of [1, 2]) {
    examples.push(
      ...heldOut(entries, (entry) => {
        if (entry.ko === undefined) return { entry, asked: [] };
        const { alternatives } = entry.ko;
        return {
          entry: { ...entry, ko: { ...entry.ko, alternatives: alternatives.filter((_, i) => i !== held) } },
          asked: alternatives.slice(held, held + 1),
        };
      }),
    );
  }
  return examples;
}

function heldOut(
  entries: readonly KnowledgeEntry[],
  split: (entry: KnowledgeEntry, at: number) => { entry: KnowledgeEntry; asked: string[] },
): Example[] {
  const splits = entries.map(split);
  const questions = splits.flatMap(({ entry: { id }, asked }) => asked.map((q) => ({ q, id })));
  return examplesOf(
    splits.map(({ entry }) => entry),
    questions,
  );
}
