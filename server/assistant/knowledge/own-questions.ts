import { createHash } from 'node:crypto';
import { isImported, noteImport } from '../store/entry-import.ts';
import { addOwnQuestions, type OwnQuestion } from '../store/question-sets.ts';
import type { Db } from '../../database/db.ts';
import { judgedQuestions } from './judged-questions.ts';

/** The product's own questions by set. Those of `in-scope` are left out: the ranking has learnt them. */
const ownSets = {
  starter: 'starter',
  phone: 'phone',
  korean: 'korean',
  'follow-ups': 'follow-ups',
  'out-of-scope': 'strangers',
} as const;

/**
 * Adds the product's own questions to those that the assistant is measured with; not those that staff have removed.
 * @returns the number of new ones
 */
export async function keepOwnQuestions(db: Db): Promise<number> {
  const all = Object.entries(ownSets).flatMap(([file, set]) =>
    judgedQuestions(file as keyof typeof ownSets).map((question) => ({ set, ...question })),
  );
  const hash = sha256(all);
  // Every start but the first ends here.
  if (await isImported(db, hash)) return 0;
  const keyed = all.map(({ set, q, id, before = [], also = [] }): OwnQuestion => {
    return { key: sha256([set, q, before]), set, question: q, before, entryId: id, also };
  });
  const unique = [...new Map(keyed.map((question) => [question.key, question])).values()];
  return await db.transaction().execute(async (tx) => {
    const created = await addOwnQuestions(tx, unique);
    await noteImport(tx, hash, { created, updated: 0, skipped: unique.length - created });
    return created;
  });
}

function sha256(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
