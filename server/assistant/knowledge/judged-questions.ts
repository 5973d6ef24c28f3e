import { readFileSync } from 'node:fs';

/** A question with the id of the entry that answers it; null when nothing does. */
export interface JudgedQuestion {
  q: string;
  id: string | null;
  /** Ids of entries that answer it equally well. */
  also?: string[];
  /** Earlier questions of the conversation, oldest first. */
  before?: string[];
  /** Kind of a question that nothing answers: near the subject, far from it, small talk, noise. */
  kind?: string;
}

/**
 * Reads questions that people wrote who saw titles and answers, but no phrasings: in scope, out of scope, Korean and
 * follow-ups. Those of `phone` were written from answers alone, for entries drawn at random: no title was seen.
 */
export function judgedQuestions(
  name: 'in-scope' | 'out-of-scope' | 'korean' | 'follow-ups' | 'starter' | 'phone',
): JudgedQuestion[] {
  const file = new URL(`questions/${name}.jsonl`, import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const {
      id,
      also = [],
      ...question
    } = JSON.parse(line) as Omit<JudgedQuestion, 'id' | 'also'> & {
      id?: number | null;
      also?: number[];
    };
    return { ...question, id: id === undefined || id === null ? null : String(id), also: also.map(String) };
  });
}
