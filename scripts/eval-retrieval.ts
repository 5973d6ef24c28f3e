import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../server/assistant/knowledge/knowledge-file.ts';
import { entriesToLearn, ownExamples } from './retrieval/examples.ts';
import { learn, lessonsOf } from './retrieval/learn.ts';
import { type Figures, type Judged, figuresOf, judge, reliability } from '../server/assistant/knowledge/measure.ts';
import { type JudgedQuestion, judgedQuestions } from '../server/assistant/knowledge/judged-questions.ts';

/**
 * Measures retrieval with all entries published, cross-validated: each question is asked to a model that was learnt
 * without it (those of `starter`, `follow-ups` and `phone` are never learnt from). `npm run eval`; `-- --write` stores
 * the figures as the baseline, `-- --check` fails when one is more than a point worse than the baseline.
 */

const folds = 4;
const slack = 0.01;
const baselineFile = new URL('../tests/domain/assistant/retrieval/cross-validated.json', import.meta.url);
const { values } = parseArgs({ options: { write: { type: 'boolean' }, check: { type: 'boolean' } } });

const entries = (await readKnowledgeFile(ownKnowledge))
  .map(entryOf)
  .map((entry) => ({ ...entry, status: 'published' as const }));
const taughtEntries = await entriesToLearn();
const sets = {
  english: [...judgedQuestions('in-scope'), ...judgedQuestions('out-of-scope')],
  korean: judgedQuestions('korean'),
  strangers: judgedQuestions('strangers'),
  'near-misses': judgedQuestions('near-misses'),
  'follow-ups': judgedQuestions('follow-ups'),
  starter: judgedQuestions('starter'),
  phone: judgedQuestions('phone'),
};
const judged = judgeAll();
const figures = Object.fromEntries(
  Object.entries(sets).map(([name, questions]) => [
    name,
    figuresOf(questions.flatMap((each) => judged.get(each) ?? [])),
  ]),
);
console.table(Object.fromEntries(Object.entries(figures).map(([name, row]) => [name, shown(row)])));
console.table(
  reliability([...judged.values()]).map(({ confidence, right, count }) => ({
    confidence: percent(confidence),
    right: percent(right),
    count,
  })),
);
for (const count of [entries.length, 1000, 5000]) console.log(`p95 at ${count} entries: ${p95Of(count).toFixed(1)} ms`);
if (values.write === true) writeFileSync(baselineFile, `${JSON.stringify(figures, null, 1)}\n`);
if (values.check === true) {
  const worse = worseThan(JSON.parse(readFileSync(baselineFile, 'utf8')) as Record<string, Figures>);
  for (const line of worse) console.error(line);
  if (worse.length > 0) process.exit(1);
}

function judgeAll(): Map<JudgedQuestion, Judged> {
  const phrasings = ownExamples(taughtEntries, 6);
  const asked = Object.values(sets).flat();
  const taught = [...sets.english, ...sets.korean, ...sets.strangers, ...sets['near-misses']];
  const all = new Map<JudgedQuestion, Judged>();
  for (let fold = 0; fold < folds; fold++) {
    const inFold = (_: JudgedQuestion, i: number): boolean => i % folds === fold;
    const train = taught.filter((question, i) => !inFold(question, i));
    const index = buildIndex(entries, learn(lessonsOf(taughtEntries, phrasings, train)));
    for (const question of asked.filter(inFold)) all.set(question, judge(index, question));
  }
  return all;
}

/** Time in ms in which 95 of 100 questions are searched, with the entries repeated up to `count`. */
function p95Of(count: number): number {
  const many = Array.from({ length: count }, (_, i): KnowledgeEntry => {
    const entry = entries[i % entries.length];
    if (entry === undefined) throw new Error('there are no entries');
    const turn = Math.floor(i / entries.length);
    return turn === 0 ? entry : { ...entry, id: `${entry.id}/${turn}`, question: `${entry.question} ${turn}` };
  });
  const index = buildIndex(many);
  const questions = sets.english.map(({ q }) => q);
  const times = [...questions, ...questions].map((text) => {
    const start = performance.now();
    retrieve(index, { text, chatType: 1 });
    return performance.now() - start;
  });
  // The first round compiles the code.
  const second = times.slice(questions.length).toSorted((a, b) => a - b);
  return second[Math.floor(second.length * 0.95)] ?? 0;
}

function worseThan(baseline: Record<string, Figures>): string[] {
  return Object.entries(figures).flatMap(([set, now]) => {
    const before = baseline[set];
    if (before === undefined) return [`${set}: no baseline. Run: npm run eval -- --write`];
    const keys = ['recall1', 'recall3', 'answered', 'precision', 'strangersAnswered', 'calibrationError'] as const;
    return keys.flatMap((key) => {
      const lowerIsBetter = key === 'strangersAnswered' || key === 'calibrationError';
      const worseBy = lowerIsBetter ? now[key] - before[key] : before[key] - now[key];
      return worseBy > slack ? [`${set}, ${key}: ${percent(before[key])} before, ${percent(now[key])} now`] : [];
    });
  });
}

function shown({ inScope, strangers, ...shares }: Figures): Record<string, string | number> {
  const rows = Object.entries(shares).map(([key, value]: [string, number]) => [key, percent(value)]);
  return { inScope, strangers, ...Object.fromEntries(rows) };
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}
