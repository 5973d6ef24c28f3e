import { sql } from 'kysely';
import type { EmptyCombination } from '#domain/assistant/retrieval/combinations.ts';
import { is } from '#domain/spine/events.ts';
import { ConcurrentWrite } from '../../spine/log/saving.ts';
import type { LogEvent, Part } from '../../spine/work/part.ts';
import { countingEmptyCombinations } from '../store/empty-combinations.ts';
import { savingRecords } from '../store/question-records.ts';

interface QuestionsView {
  /** Counts combinations without an entry that an answer could not offer. */
  countEmpty(found: readonly EmptyCombination[]): void;
}

/** Questions as they are recorded and counted: a projection of the log, see migration 0082. */
export const questions: Part<never, QuestionsView, null, readonly EmptyCombination[]> = {
  name: 'assistant.questions',
  open(_rows, { actor, write }) {
    const events: LogEvent[] = [];
    const empty: EmptyCombination[] = [];
    let counted = 0;
    return {
      view: { countEmpty: write },
      fold(event) {
        events.push(event);
        if (!is(event, 'usage.counted')) return;
        counted += 1;
        actor.question_usage = event.data.question_usage;
      },
      apply: (found) => void empty.push(...found),
      save(batch) {
        for (const statement of savingRecords(events, actor.id)) batch.add(statement);
        if (counted > 0)
          batch.add(
            sql`update users set question_usage = question_usage + ${counted}
              where id = ${actor.id} and question_usage + ${counted} <= question_limit`,
            ({ numAffectedRows }) => {
              if (Number(numAffectedRows) === 1) return;
              throw new ConcurrentWrite('the trial limit was reached by a concurrent transaction');
            },
          );
        if (empty.length > 0) batch.last(countingEmptyCombinations(empty));
      },
    };
  },
};
