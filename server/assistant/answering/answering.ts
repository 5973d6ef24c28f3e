import { randomUUID } from 'node:crypto';
import type { AssistantSettings } from '#domain/assistant/settings.ts';
import type { AnswerSource } from '#domain/chat/chat.ts';
import { storable } from '#domain/ground/text.ts';
import type { ModelSettings } from '../../ground/config.ts';
import type { Hints } from '../../ground/hint.ts';
import { refusalWithin, Turns } from '../../limits/turns.ts';
import { TurnsOfEach } from '../../limits/turns-of-each.ts';
import type { Log } from '../../ground/log.ts';
import { promptFor } from '../model/prompt.ts';
import { ModelFailed } from '../model/model-failed.ts';
import { answerTokens, modelWaits, type ModelWaits, textFrom, type TokensUsed } from '../model/model.ts';
import {
  type PlannedCall,
  reportsUsage,
  reserveCall,
  roomsWithTokens,
  settleCall,
  settleLostCall,
} from '../store/model-calls.ts';
import {
  type AnswerContent,
  askToStop,
  type OpenAnswer,
  openAnswerOf,
  saveProgress,
  takeOver,
  answerLeaseMs,
} from '../store/open-answers.ts';
import { finishAnswer } from '../work/answer-in-log.ts';
import type { Db } from '../../database/db.ts';
import { Deltas } from './deltas.ts';
import { stoppedBefore, withoutModel } from './outcome.ts';
import { type Asked, estimatedUse, Writing } from './writing.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Intervals at which texts are saved and leases renewed, and at which answers of ended processes are looked for. */
export const answerSaveEveryMs = 1 * SECOND;
export const answerSweepEveryMs = 5 * SECOND;
/** Maximum number of answers that are written at once, in a process and for one user; the others wait. */
const answersAtOnce = 250;
const answersAtOncePerUser = 3;

/** Known parts of an answer that is not finished. */
interface Unfinished {
  roomId: string;
  questionId: string;
  instead: AnswerContent;
  /** The text so far. Another process's may be a second old. */
  text: string;
  /** Sources that it may cite; empty for an answer of another process. */
  sources: AnswerSource[];
}

/** Rooms in which the model may be asked, and whether files may be sent to it beside the question and entries. */
interface MayAsk {
  rooms: Set<string>;
  sendsFiles: boolean;
}

interface AnsweringDeps {
  db: Db;
  hints: Pick<Hints, 'written' | 'committed' | 'stopAnswer' | 'subscribe'>;
  log: Log;
  model: ModelSettings | undefined;
  /** Returns the assistant's settings in force. */
  settings: () => AssistantSettings;
  assistantName: string;
  waits?: ModelWaits;
}

const refusal = () => refusalWithin(answerLeaseMs);

/**
 * Writes the answers of a language model after their questions are committed, and ends each exactly once: whole, as the
 * part that was there when its reader stopped it, or as the answer without the model.
 *
 *   opened ──text──► being written ──end──► answer.finished (the row of the open answer is deleted with it)
 *                        │ process ends: lease runs out ──► another process finishes it without the model
 */
export class Answering {
  /** Name of this process as holder of open answers. */
  readonly holder: string = randomUUID();
  readonly #deps: AnsweringDeps;
  readonly #deltas: Deltas;
  /** Answers that this process writes, by their ids. */
  readonly #writings = new Map<string, Writing>();
  /** Answers that are being written or stored: `stop` waits for them. */
  readonly #running = new Set<Promise<void>>();
  readonly #turns = new Turns(answersAtOnce, 10_000, refusal);
  readonly #turnsOfUsers = new TurnsOfEach(answersAtOncePerUser, 1_000, refusal);
  /** Many answers may begin or end at once: they share a few connections, so that messages are stored meanwhile. */
  readonly #storing = new Turns(4, 100_000, refusal);
  readonly #stopClocks: readonly (() => Promise<void>)[];
  readonly #unsubscribe: () => void;
  #isStopping = false;

  constructor(deps: AnsweringDeps) {
    this.#deps = deps;
    this.#deltas = new Deltas(deps.hints);
    this.#stopClocks = [
      every(answerSaveEveryMs, () => this.#save(), deps.log),
      every(answerSweepEveryMs, () => this.#sweep(), deps.log),
    ];
    this.#unsubscribe = deps.hints.subscribe(({ stops = [] }) => {
      for (const id of stops) this.#writings.get(id)?.end('stopped');
    });
  }

  /** Returns where the model may be asked; undefined without a model, or while it is switched off. */
  async mayAsk(asker: string, roomIds: readonly string[]): Promise<MayAsk | undefined> {
    const now = this.#deps.settings();
    if (this.#deps.model === undefined || !now.modelIsOn) return undefined;
    return { rooms: await roomsWithTokens(this.#deps.db, asker, roomIds, now), sendsFiles: now.sendsFiles };
  }

  /** Begins to write. Does not wait and does not throw. */
  start(asked: readonly Asked[]): void {
    for (const each of asked) {
      const running = this.#write(each).catch((error: unknown) => {
        // The row of the open answer stays, so its lease runs out and a process finishes it.
        this.#deps.log.error({ err: error }, 'an answer could not be stored yet');
      });
      this.#running.add(running);
      void running.finally(() => this.#running.delete(running));
    }
  }

  /** Returns an answer that is being written, here or at another process. */
  async unfinished(answerId: string): Promise<Unfinished | undefined> {
    const stored = await openAnswerOf(this.#deps.db, answerId);
    const here = this.#writings.get(answerId);
    if (stored === undefined) return undefined;
    if (here === undefined) return { ...stored, sources: [] };
    return { ...stored, text: here.shownText, sources: here.sources };
  }

  /** Asks the process that writes an answer to stop. @returns false when it is finished, or never was */
  async stopAnswer(answerId: string): Promise<boolean> {
    const isOpen = await askToStop(this.#deps.db, answerId);
    if (isOpen) this.#deps.hints.stopAnswer(answerId);
    return isOpen;
  }

  /** Ends all answers of this process without the model, and waits until they are stored. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#unsubscribe();
    for (const writing of this.#writings.values()) writing.end('interrupted');
    await Promise.all(this.#stopClocks.map((stopClock) => stopClock()));
    await Promise.all(this.#running);
  }

  async #write(asked: Asked): Promise<void> {
    const writing = new Writing(asked);
    this.#writings.set(asked.id, writing);
    if (this.#isStopping) writing.end('interrupted');
    try {
      const outcome = await this.#inTurn(asked.asker, () => this.#read(writing));
      this.#deltas.flush();
      if (writing.endReason === 'lost') return;
      await this.#finish(asked, writing.contentFor(outcome));
      const call = writing.callFor(outcome);
      await this.#storing.run(() => settleCall(this.#deps.db, call));
    } finally {
      this.#writings.delete(asked.id);
    }
  }

  /** Runs a few at a time, fewer of one user. */
  async #inTurn<T>(asker: string, work: () => Promise<T>): Promise<T | 'busy'> {
    try {
      return await this.#turnsOfUsers.run(asker, () => this.#turns.run(work, asker));
    } catch {
      return 'busy';
    }
  }

  /** Reads the model's text. @returns `done`, or why it is not whole */
  async #read(writing: Writing): Promise<string> {
    const { model, log } = this.#deps;
    const answerId = writing.asked.id;
    if (model === undefined || writing.signal.aborted) return 'stopped';
    try {
      return await this.#readFrom(model, writing);
    } catch (error) {
      if (error instanceof ModelFailed) {
        if (error.failure !== 'stopped') log.warn({ err: error, answerId }, 'a model gave no whole answer');
        return error.failure;
      }
      log.error({ err: error, answerId }, 'an answer could not be read from the model');
      return 'unavailable';
    }
  }

  /** @throws ModelFailed */
  async #readFrom(model: ModelSettings, writing: Writing): Promise<string> {
    const { db, settings, waits = modelWaits } = this.#deps;
    const { asked, signal } = writing;
    // Questions that were asked together wait for their turn: those before have used up what there was.
    const mayCall = await this.#storing.run(() => reserveCall(db, plannedCall(asked, model.name), settings()));
    if (!mayCall) return 'used_up';
    const options = {
      signal,
      waits,
      asksUsage: await reportsUsage(db),
      used: (tokens: TokensUsed) => (writing.used = tokens),
    };
    for await (const part of textFrom(model, promptFor(asked.question, asked.sources), options)) {
      if (!writing.add(part)) return 'unreadable';
      const shown = writing.show();
      if (shown !== undefined) this.#deltas.add({ answerId: asked.id, ...shown, members: asked.members });
    }
    return 'done';
  }

  async #finish(answer: OpenAnswer, content: AnswerContent): Promise<void> {
    const { db, hints, assistantName } = this.#deps;
    const whole = { ...storable(content), assistantName };
    const written = await this.#storing.run(() => finishAnswer(db, answer, whole));
    if (written === undefined) return;
    const { event, members, pos } = written;
    hints.committed([{ stream: event.stream, members, staff: false, companyId: null }], pos, [event]);
  }

  /** Saves the texts so far, and ends what was stopped elsewhere or lost to another process. */
  async #save(): Promise<void> {
    const texts = [...this.#writings].map(([id, { shownText }]) => ({ id, text: shownText.toWellFormed() }));
    if (texts.length === 0) return;
    const { stopped, lost } = await saveProgress(this.#deps.db, this.holder, texts);
    for (const id of stopped) this.#writings.get(id)?.end('stopped');
    for (const id of lost) this.#writings.get(id)?.end('lost');
  }

  /** Finishes the answers of ended processes. */
  async #sweep(): Promise<void> {
    const { db } = this.#deps;
    for (const left of await takeOver(db, this.holder)) {
      const isEmpty = left.stopped && left.text === '';
      await this.#finish(left, isEmpty ? stoppedBefore(left.instead) : withoutModel(left.instead, 'interrupted'));
      await settleLostCall(db, left.id);
    }
  }
}

/** A call may use all that the model may write. */
function plannedCall(asked: Asked, model: string): PlannedCall {
  const { id, roomId, asker } = asked;
  return { answerId: id, roomId, asker, model, ...estimatedUse(asked, ''), tokensOut: answerTokens };
}

/** Repeats work without overlap. @returns a function that ends it after the run under way */
function every(ms: number, work: () => Promise<void>, log: Log): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'open answers could not be looked after'))
      .finally(() => (running = undefined));
  }, ms);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
