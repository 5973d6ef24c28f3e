import type { Hints } from '../../ground/hint.ts';
import { dueAnswers } from '../store/due-answers.ts';
import { writeCheckedAnswer } from '../work/checked-answers-in-log.ts';
import type { Db } from '../../database/db.ts';

const askersInformedAtOnce = 500;

export interface InformingDeps {
  db: Db;
  hints: Pick<Hints, 'committed'>;
  /** Author of the messages. */
  assistantName: string;
}

/**
 * Tells users whose questions a published Q&A answers now: each user once for each Q&A, a few times a day; the others
 * on a later call. Call it after the assistant has begun to answer from changed Q&As. A job calls it too, so no user is
 * forgotten when a process ends in between.
 * @returns the number of users who were told
 */
export async function informAskers({ db, hints, assistantName }: InformingDeps): Promise<number> {
  let informed = 0;
  for (const due of await dueAnswers(db, askersInformedAtOnce)) {
    const written = await writeCheckedAnswer(db, due, assistantName);
    if (written === undefined) continue;
    const { members, pos, event } = written;
    hints.committed([{ stream: event.stream, members, staff: false, companyId: null }], pos, [event]);
    informed++;
  }
  return informed;
}
