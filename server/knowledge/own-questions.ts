import { createHash } from 'node:crypto';
import { addOwnQuestions, type OwnQuestion } from '../store/knowledge/question-sets.ts';
import type { Db } from '../store/system/db.ts';
import { judgedQuestions } from './judged-questions.ts';

/** The product's own questions by set. Those of `in-scope` are left out: the ranking has learnt them. */
const ownSets = {
  starter: 'starter',
  phone: 'phone',
  korean: 'korean',
  'follow-ups': 'follow-ups',
  'out-of-scope': 'strangers',
} as const;

/** Adds the product's own questions to those that the assistant is measured with; not those that staff have removed. */
export async function keepOwnQuestions(db: Db): Promise<number> {
  const all = Object.entries(ownSets).flatMap(([file, set]) =>
    judgedQuestions(file as keyof typeof ownSets).map(({ q, id, before = [], also = [] }): OwnQuestion => {
      const key = createHash('sha256')
        .update(JSON.stringify([set, q, before]))
        .digest('hex');
      return { key, set, question: q, before, entryId: id, also };
    }),
  );
  const unique = new Map(all.map((question) => [question.key, question]));
  return await addOwnQuestions(db, [...unique.values()]);
}
