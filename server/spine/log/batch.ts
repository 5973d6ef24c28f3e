import type { QueryResult, RawBuilder } from 'kysely';
import { queueingJobs, type NewJob } from '../../jobs/queue-job.ts';
import { inOneTrip } from '../../database/database.ts';
import type { Tx } from '../../database/db.ts';
import { type LogWrites, type Saved, savedIn, type SavedLog, savingLog } from './saving.ts';

interface Entry {
  statement: RawBuilder<unknown>;
  check?(result: QueryResult<unknown>): void;
}

/** The statements of a frame, sent in one round trip to the database. */
export class Batch {
  readonly #entries: Entry[] = [];
  readonly #last: Entry[] = [];
  readonly #after: ((tx: Tx) => Promise<void>)[] = [];
  readonly #jobs: NewJob[] = [];

  /** Adds a statement. @param check sees its result, and may throw */
  add<R>(statement: RawBuilder<R>, check?: (result: QueryResult<R>) => void): void {
    this.#entries.push(check === undefined ? { statement } : { statement, check });
  }

  /** Adds a statement on rows that all users share. They come last, in the order of the parts, so that two frames never wait for each other. */
  last(statement: RawBuilder<unknown>): void {
    this.#last.push({ statement });
  }

  /** Adds work that reads before it writes. It runs after all statements, in round trips of its own. */
  after(run: (tx: Tx) => Promise<void>): void {
    this.#after.push(run);
  }

  /** Queues a job. */
  job(task: string, payload: object): void {
    this.#jobs.push({ task, payload });
  }

  /**
   * Runs everything, the log first.
   * @returns where its events are
   * @throws the first error, of a statement or of its check
   */
  async send(tx: Tx, log: LogWrites): Promise<Saved> {
    const jobs = this.#jobs.length === 0 ? [] : [{ statement: queueingJobs(this.#jobs) }];
    const isOneTrip = this.#after.length === 0;
    const entries: Entry[] = [...this.#entries, ...jobs, ...(isOneTrip ? this.#last : [])];
    const statements = entries.map(({ statement }) => statement);
    const [{ rows }, ...results] = await inOneTrip<[SavedLog, ...unknown[]]>(tx, [savingLog(log), ...statements]);
    const saved = savedIn(rows, log);
    for (const [i, result] of results.entries()) entries[i]?.check?.(result);
    for (const run of this.#after) await run(tx);
    if (!isOneTrip) for (const { statement } of this.#last) await statement.execute(tx);
    return saved;
  }
}
