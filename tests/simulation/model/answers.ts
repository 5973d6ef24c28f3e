import type { Faults } from '../faults.ts';
import { messageOf } from './entities.ts';
import type { ModelDatabase, Transaction } from './database.ts';
import type { OpenAnswerRow } from './rows.ts';
import { Random } from '../random.ts';
import type { Timeline } from '../timeline.ts';
import { answerLeaseMs } from '../../../server/assistant/store/open-answers.ts';
import { answerSweepEveryMs } from '../../../server/assistant/answering/answering.ts';

/** A piece of an answer that is being written, for devices. */
export interface Delta {
  answerId: string;
  roomId: string;
  i: number;
  text: string;
}

interface Parts {
  db: ModelDatabase;
  timeline: Timeline;
  faults: Faults;
  seed: number;
  /** Runs a transaction of the server without a request; `write` runs when the streams are locked. */
  transact: (name: string, streams: readonly string[], write: (tx: Transaction) => void) => void;
  wrote: (name: string, delta: Delta) => void;
}

/**
 * Answers that are written after their question is committed, as `server/assistant/answering` does on several processes: a process may end or
 * hang in the middle. One that has not renewed its lease is replaced, and whoever ends an answer deletes its row in the same transaction.
 */
export class ModelAnswers {
  readonly #parts: Parts;
  #processes = 0;
  #ends = 0;
  /** Answers that processes are writing; a crash of the server ends them all. */
  #writing = new Set<object>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sweepLater();
  }

  /** Begins to write an answer whose question is committed. */
  begin(answerId: string): void {
    const { db, seed } = this.#parts;
    const row = db.rows.openAnswers.get(answerId);
    if (row === undefined || row === 'ended') return;
    const random = Random.of(seed, 'answer', answerId, db.generation);
    const holder = `process ${++this.#processes}`;
    db.rows.openAnswers.set(answerId, { ...row, holder, leaseUntil: this.#lease() });
    const writing = {};
    this.#writing.add(writing);
    this.#step({ answerId, row, holder, random, writing, text: '', left: random.between(0, 8) });
  }

  /** Notes that a reader wants an answer to stop. */
  stop(answerId: string): void {
    const { rows } = this.#parts.db;
    const row = rows.openAnswers.get(answerId);
    if (row !== undefined && row !== 'ended') rows.openAnswers.set(answerId, { ...row, stopped: true });
  }

  /** Ends all processes. */
  crash(): void {
    this.#writing = new Set();
  }

  #lease(): number {
    return this.#parts.timeline.now + answerLeaseMs;
  }

  /** Writes the next piece, or the end. */
  #step(run: Run): void {
    const { timeline, faults, db, wrote } = this.#parts;
    const { answerId, random } = run;
    const name = `piece ${run.left} of ${answerId} in epoch ${db.generation}`;
    // Most often before the end: then it does not look whether another one has taken over.
    const hangs = faults.strikes('writer hung', name, run.left <= 0 ? 4 : 0.7);
    timeline.at(random.between(20, 1500) + (hangs ? random.between(5000, 60_000) : 0), () => {
      if (!this.#writing.has(run.writing)) return;
      if (faults.strikes('writer ended', name)) return void this.#writing.delete(run.writing);
      if (run.left-- <= 0) return this.#finish(run, `Whole: ${run.text}`);
      const row = this.#renewed(run);
      // Another process has it.
      if (row === undefined) return void this.#writing.delete(run.writing);
      if (row.stopped) return this.#finish(run, `Stopped: ${run.text}`);
      const text = pieceOf(answerId, run.text);
      wrote(name, { answerId, roomId: row.roomId, i: run.text.length, text });
      run.text += text;
      this.#step(run);
    });
  }

  #renewed({ answerId, holder }: Run): OpenAnswerRow | undefined {
    const { rows } = this.#parts.db;
    const row = rows.openAnswers.get(answerId);
    if (row === undefined || row === 'ended' || row.holder !== holder) return undefined;
    const renewed = { ...row, leaseUntil: this.#lease() };
    rows.openAnswers.set(answerId, renewed);
    return renewed;
  }

  #finish({ answerId, row, writing }: Run, content: string): void {
    this.#writing.delete(writing);
    this.#end(answerId, row, content);
  }

  /** Writes the end into the log, unless the row is gone. A question that was taken back gets none. */
  #end(answerId: string, row: OpenAnswerRow, content: string): void {
    const { db, transact } = this.#parts;
    const stream = `room:${row.roomId}`;
    transact(`the end ${++this.#ends} of ${answerId}`, [stream], (tx) => {
      if (tx.rows.openAnswers.get(answerId) === 'ended') return;
      tx.rows.openAnswers.set(answerId, 'ended');
      const room = tx.rows.rooms.get(row.roomId);
      const question = tx.rows.messages.get(row.roomId)?.find(({ id }) => id === row.questionId);
      if (room === undefined || question === undefined || question.redacted === true) return;
      const by = { side: 'support', author: 'assistant', kind: 'assistant' } as const;
      const about = { id: answerId, content: `${content} (${answerId})`, ...by, at: tx.xid ?? 0 };
      db.append(
        tx,
        stream,
        'answer.finished',
        { message: { ...messageOf(room, about), replyTo: row.questionId } },
        null,
      );
    });
  }

  #sweepLater(): void {
    const { timeline } = this.#parts;
    timeline.at(answerSweepEveryMs, () => {
      this.#sweep();
      this.#sweepLater();
    });
  }

  /** Takes over what ended and hanging processes have left. */
  #sweep(): void {
    const { rows } = this.#parts.db;
    for (const [answerId, row] of rows.openAnswers) {
      if (row === 'ended' || row.leaseUntil >= this.#parts.timeline.now) continue;
      rows.openAnswers.set(answerId, { ...row, holder: 'sweeper', leaseUntil: this.#lease() });
      this.#end(answerId, row, row.stopped ? 'Stopped' : 'Interrupted');
    }
  }
}

interface Run {
  answerId: string;
  row: OpenAnswerRow;
  holder: string;
  random: Random;
  writing: object;
  text: string;
  /** Pieces that are still to come. */
  left: number;
}

/** Every process writes the same text for an answer, so that devices can be checked. */
function pieceOf(answerId: string, before: string): string {
  return `${answerId.slice(0, 6)} ${before.length}, `;
}

/** Whether this is the beginning of an answer's text. */
export function isBeginning(answerId: string, text: string): boolean {
  let written = '';
  while (written.length < text.length) written += pieceOf(answerId, written);
  return written.startsWith(text);
}
