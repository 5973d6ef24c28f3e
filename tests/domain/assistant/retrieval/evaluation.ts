import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { buildIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { type Figures, figuresOf, judge } from '../../../../server/assistant/knowledge/measure.ts';
import { judgedQuestions } from '../../../../server/assistant/knowledge/judged-questions.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../../../../server/assistant/knowledge/knowledge-file.ts';

/** The knowledge that comes with the product, and the judged questions that retrieval is measured with. */

export const entries: KnowledgeEntry[] = (await readKnowledgeFile(ownKnowledge)).map(entryOf);

/** As users have it: what awaits its check is not used in answers. */
export const index = buildIndex(entries);

export const questions = {
  english: [...judgedQuestions('in-scope'), ...judgedQuestions('out-of-scope')],
  korean: judgedQuestions('korean'),
  followUps: judgedQuestions('follow-ups'),
  /** Written for an earlier knowledge base, whose entries are still part of this one. */
  starter: judgedQuestions('starter'),
  strangers: [...judgedQuestions('strangers'), ...judgedQuestions('near-misses')],
};

type SetName = keyof typeof questions;

/** Returns the figures of every set of questions when all entries are published, rounded to a thousandth. */
export function figuresOfSets(): Record<SetName, Figures> {
  // As if an expert had checked and published all of them.
  const asIndex = buildIndex(entries.map((entry) => ({ ...entry, status: 'published' as const })));
  const of = (name: SetName): Figures =>
    rounded(figuresOf(questions[name].map((question) => judge(asIndex, question))));
  return {
    english: of('english'),
    korean: of('korean'),
    followUps: of('followUps'),
    starter: of('starter'),
    strangers: of('strangers'),
  };
}

function rounded(figures: Figures): Figures {
  return {
    inScope: figures.inScope,
    strangers: figures.strangers,
    recall1: round(figures.recall1),
    recall3: round(figures.recall3),
    mrr: round(figures.mrr),
    answered: round(figures.answered),
    precision: round(figures.precision),
    strangersAnswered: round(figures.strangersAnswered),
    calibrationError: round(figures.calibrationError),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
