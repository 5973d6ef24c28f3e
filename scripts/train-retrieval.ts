import { writeFileSync } from 'node:fs';
import type { StoredModel } from '#domain/assistant/retrieval/model.ts';
import { entriesToLearn, ownExamples } from './retrieval/examples.ts';
import { learn, learntSets, lessonsOf } from './retrieval/learn.ts';
import { judgedQuestions } from '../server/assistant/knowledge/judged-questions.ts';

/**
 * Learns the weights of retrieval from the phrasings of the knowledge base and from judged questions, and writes
 * `domain/assistant/retrieval/model.json`. To be run after a change of the knowledge, the words or the signals:
 * `npm run train:retrieval`, then `npm run eval`.
 */

const entries = await entriesToLearn();
const judged = learntSets.flatMap(judgedQuestions);
const lessons = lessonsOf(entries, ownExamples(entries, 6), judged);
const model = learn(lessons);
const { words, ...weights } = model;
const byWeight = Map.groupBy(Object.keys(words).toSorted(), (word) => words[word] ?? 0);
const grouped = [...byWeight].toSorted(([a], [b]) => a - b).map(([weight, list]) => ({ weight, of: list.join(' ') }));
const stored: StoredModel = { ...weights, words: grouped };
writeFileSync(
  new URL('../domain/assistant/retrieval/model.json', import.meta.url),
  `${JSON.stringify(stored, null, 1)}\n`,
);
const { phrasings, inScope, strangers } = lessons;
console.log(`${phrasings.length} phrasings, ${inScope.length} judged questions, ${strangers.length} strangers`);
console.log(`${Object.keys(model.words).length} words have a weight of their own`);
