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

/** Name of a set of judged questions. */
export type JudgedSet =
  | 'in-scope'
  | 'out-of-scope'
  | 'korean'
  | 'follow-ups'
  | 'starter'
  | 'phone'
  | 'strangers'
  | 'near-misses';

/**
 * Reads questions that people wrote who saw titles and answers, but no phrasings: in scope, out of scope, Korean and
 * follow-ups. Those of `phone` were written from answers alone, for entries drawn at random: no title was seen. Those of
 * `strangers` and `near-misses` have no answer: most of the latter ask for another property of a thing that an entry is
 * about, or for the same property of another thing.
 */
export function judgedQuestions(name: JudgedSet): JudgedQuestion[] {
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
