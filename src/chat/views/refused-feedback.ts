import { askFirst } from '../../db/refused.ts';
import { type RefusedRow, isEntry } from '../../db/schema.ts';

/** Feedback on an answer that the server has refused. */
export interface RefusedFeedback {
  rating: 1 | -1;
  comment: string | null;
  /** Its commands, last one first. */
  cmdIds: string[];
}

/** Returns the refused feedback by answer. The last one counts; later pending feedback replaces it. */
export function refusedFeedbackIn(
  rows: readonly RefusedRow[],
  waiting: ReadonlyMap<string, unknown>,
): Map<string, RefusedFeedback> {
  const found = new Map<string, RefusedFeedback>();
  for (const { entry, code } of [...rows].sort((a, b) => a.entry.n - b.entry.n)) {
    if (code === askFirst || !isEntry(entry, 'feedback.give') || waiting.has(entry.args.answerId)) continue;
    const { answerId, rating, comment } = entry.args;
    const earlier = found.get(answerId)?.cmdIds ?? [];
    found.set(answerId, { rating, comment: comment ?? null, cmdIds: [entry.cmdId, ...earlier] });
  }
  return found;
}
