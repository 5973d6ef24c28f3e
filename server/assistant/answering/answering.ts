import { randomUUID } from 'node:crypto';
import type { AssistantSettings } from '#domain/assistant/settings.ts';
import type { AnswerSource } from '#domain/chat/chat.ts';
import { storable } from '#domain/ground/text.ts';
import type { ModelSettings } from '../../ground/config.ts';
import type { Hint, Hints } from '../../ground/hint.ts';
import { refusalWithin, Turns } from '../../limits/turns.ts';
import { TurnsOfEach } from '../../limits/turns-of-each.ts';
import type { Log } from '../../ground/log.ts';
import { maySayNone, promptFor, shownSources } from '../model/prompt.ts';
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
import { estimated } from './estimate.ts';
import { type Grounds, stoppedAnswer, stoppedBefore, wholeAnswer, withoutModel } from './outcome.ts';
import { SECOND } from '#domain/ground/units.ts';

/** How often texts are saved and leases renewed, and how often answers of ended processes are looked for. */
export const answerSaveEveryMs = 1 * SECOND;
export const answerSweepEveryMs = 5 * SECOND;
/** Most answers that are written at once, in a process and for one user; the others wait. */
const answersAtOnce = 250;
const answersAtOncePerUser = 3;

/** A question for the model, committed with its open answer. */
interface Asked extends OpenAnswer, Grounds {
  question: string;
  /** Who may see the answer: the room's members. */
  members: string[];
}

/** What is known of an answer that is not finished. */
interface Unfinished {
  roomId: string;
  questionId: string;
  instead: AnswerContent;
  /** The text so far. Another process's may be a second old. */
  text: string;
  /** What it may cite; empty for an answer of another process. */
  sources: AnswerSource[];
}

/**
 * Writes the answers of a language model after their questions are committed, and ends each exactly once: whole, as the
 * part that was there when its reader stopped it, or as the answer without the model.
 *
 *   opened ──text──► being written ──end──► answer.finished (the row of the open answer is deleted with it)
 *                        │ process ends: lease runs out ──► another process finishes it without the model
 */
export interface Answering {
  /** Name of this process as holder of open answers. */
  holder: string;
  /** Returns where the model may be asked; undefined without a model, or while it is switched off. */
  mayAsk(asker: string, roomIds: readonly string[]): Promise<MayAsk | undefined>;
  /** Begins to write. Does not wait and does not throw. */
  start(asked: readonly Asked[]): void;
  /** Returns an answer that is being written, here or at another process. */
  unfinished(answerId: string): Promise<Unfinished | undefined>;
  /** Asks whoever writes it to stop. @returns false when it is finished, or never was */
  stopAnswer(answerId: string): Promise<boolean>;
  /** Ends all answers of this process without the model, and waits until they are stored. */
  stop(): Promise<void>;
}

/** Where the model may be asked, and what it may be sent beside the question and entries. */
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

/**
 * Longest text that is read from a model, in UTF-16 units: more than `answerTokens` give. The time to check a text grows
 * faster than its length.
 */
const textMost = 8_000;

/** An answer that this process writes. */
interface Writing {
  asked: Asked;
  text: string;
  /** Length of what was shown to readers. */
  shown: number;
  end: AbortController;
  /** Why it was ended from here: by its reader, because the process stops, or because another process has it. */
  why: 'stopped' | 'interrupted' | 'lost' | undefined;
  startedAt: number;
  firstMs: number | null;
  used: TokensUsed | undefined;
}

const refusal = () => refusalWithin(answerLeaseMs);

/** Opens the service of this process. */
export function openAnswering({
  db,
  hints,
  log,
  model,
  settings,
  assistantName,
  waits = modelWaits,
}: AnsweringDeps): Answering {
  const holder = randomUUID();
  const writings = new Map<string, Writing>();
  const running = new Set<Promise<void>>();
  const deltas = new Deltas(hints);
  const turns = new Turns(answersAtOnce, 10_000, refusal);
  // Many answers may begin or end at once: they share a few connections, so that messages are stored meanwhile.
  const storing = new Turns(4, 100_000, refusal);
  const ofUsers = new TurnsOfEach(answersAtOncePerUser, 1_000, refusal);
  let isStopping = false;

  function end(id: string, why: NonNullable<Writing['why']>): void {
    const writing = writings.get(id);
    if (writing === undefined) return;
    writing.why ??= why;
    writing.end.abort();
  }

  async function write(asked: Asked): Promise<void> {
    const writing: Writing = {
      asked,
      text: '',
      shown: 0,
      end: new AbortController(),
      why: isStopping ? 'interrupted' : undefined,
      startedAt: performance.now(),
      firstMs: null,
      used: undefined,
    };
    writings.set(asked.id, writing);
    if (isStopping) writing.end.abort();
    try {
      const outcome = await inTurn(asked.asker, () => read(writing));
      deltas.flush();
      if (writing.why === 'lost') return;
      await finish(asked, contentOf(writing, outcome));
      await settle(writing, writing.why ?? outcome);
    } finally {
      writings.delete(asked.id);
    }
  }

  /** Runs a few at a time, fewer of one user. */
  async function inTurn<T>(asker: string, work: () => Promise<T>): Promise<T | 'busy'> {
    try {
      return await ofUsers.run(asker, () => turns.run(work, asker));
    } catch {
      return 'busy';
    }
  }

  /** Reads the model's text. @returns `done`, or why it is not whole */
  async function read(writing: Writing): Promise<string> {
    const { asked, end: ending } = writing;
    if (model === undefined || ending.signal.aborted) return 'stopped';
    try {
      // Questions that were asked together wait for their turn: those before have used up what there was.
      const mayCall = await storing.run(() => reserveCall(db, plannedCall(asked, model.name), settings()));
      if (!mayCall) return 'used_up';
      const options = {
        signal: ending.signal,
        waits,
        asksUsage: await reportsUsage(db),
        used: (tokens: TokensUsed) => (writing.used = tokens),
      };
      for await (const part of textFrom(model, promptFor(asked.question, asked.sources), options)) {
        writing.firstMs ??= Math.round(performance.now() - writing.startedAt);
        writing.text += part.replaceAll('\0', '');
        if (writing.text.length > textMost) return 'unreadable';
        show(writing);
      }
      return 'done';
    } catch (error) {
      if (error instanceof ModelFailed) {
        if (error.failure !== 'stopped') log.warn({ err: error, answerId: asked.id }, 'a model gave no whole answer');
        return error.failure;
      }
      log.error({ err: error, answerId: asked.id }, 'an answer could not be read from the model');
      return 'unavailable';
    }
  }

  function show(writing: Writing): void {
    const { asked, text, shown } = writing;
    if (shown === 0 && maySayNone(text)) return;
    deltas.add({ answerId: asked.id, i: shown, text: text.slice(shown), members: asked.members });
    writing.shown = text.length;
  }

  function contentOf({ asked, text, why }: Writing, outcome: string): AnswerContent {
    if (outcome === 'done') return wholeAnswer(text, asked);
    if (why === 'stopped') return text.trim() === '' ? stoppedBefore(asked.instead) : stoppedAnswer(text, asked);
    return withoutModel(asked.instead, why ?? outcome);
  }

  async function finish(answer: OpenAnswer, content: AnswerContent): Promise<void> {
    const whole = { ...storable(content), assistantName };
    const written = await storing.run(() => finishAnswer(db, answer, whole));
    if (written === undefined) return;
    const { event, members, pos } = written;
    hints.committed([{ stream: event.stream, members, staff: false, companyId: null }], pos, [event]);
  }

  async function settle({ asked, text, used, firstMs, startedAt }: Writing, outcome: string): Promise<void> {
    const call = {
      answerId: asked.id,
      ...(used ?? estimatedUse(asked, text)),
      isEstimate: used === undefined,
      outcome,
      firstMs,
      wholeMs: Math.round(performance.now() - startedAt),
    };
    await storing.run(() => settleCall(db, call));
  }

  function begin(work: Promise<void>): void {
    const guarded = work.catch((error: unknown) => {
      // The row of the open answer stays, so its lease runs out and a process finishes it.
      log.error({ err: error }, 'an answer could not be stored yet');
    });
    running.add(guarded);
    void guarded.finally(() => running.delete(guarded));
  }

  async function save(): Promise<void> {
    const texts = [...writings.values()].map((writing) => ({
      id: writing.asked.id,
      text: shownOf(writing).toWellFormed(),
    }));
    if (texts.length === 0) return;
    const { stopped, lost } = await saveProgress(db, holder, texts);
    for (const id of stopped) end(id, 'stopped');
    for (const id of lost) end(id, 'lost');
  }

  async function sweep(): Promise<void> {
    for (const left of await takeOver(db, holder)) {
      const isEmpty = left.stopped && left.text === '';
      await finish(left, isEmpty ? stoppedBefore(left.instead) : withoutModel(left.instead, 'interrupted'));
      await settleLostCall(db, left.id);
    }
  }

  const clocks = [every(answerSaveEveryMs, save, log), every(answerSweepEveryMs, sweep, log)];
  const unsubscribe = hints.subscribe(({ stops = [] }: Hint) => {
    for (const id of stops) end(id, 'stopped');
  });

  return {
    holder,
    async mayAsk(asker, roomIds) {
      const now = settings();
      if (model === undefined || !now.modelIsOn) return undefined;
      return { rooms: await roomsWithTokens(db, asker, roomIds, now), sendsFiles: now.sendsFiles };
    },
    start(asked) {
      for (const each of asked) begin(write(each));
    },
    async unfinished(id) {
      const stored = await openAnswerOf(db, id);
      const here = writings.get(id);
      if (stored === undefined) return undefined;
      if (here === undefined) return { ...stored, sources: [] };
      const { sources, retrieval } = here.asked;
      const all = sources.map(({ n }) => n);
      return { ...stored, text: shownOf(here), sources: shownSources(retrieval, sources, all) };
    },
    async stopAnswer(id) {
      const isOpen = await askToStop(db, id);
      if (isOpen) hints.stopAnswer(id);
      return isOpen;
    },
    async stop() {
      isStopping = true;
      unsubscribe();
      for (const id of writings.keys()) end(id, 'interrupted');
      await Promise.all(clocks.map((stopClock) => stopClock()));
      await Promise.all(running);
    },
  };
}

/** A call may use all that the model may write. */
function plannedCall(asked: Asked, model: string): PlannedCall {
  const { id, roomId, asker } = asked;
  return { answerId: id, roomId, asker, model, ...estimatedUse(asked, ''), tokensOut: answerTokens };
}

function estimatedUse({ question, sources }: Asked, text: string): TokensUsed {
  const prompt = promptFor(question, sources);
  return { tokensIn: estimated(prompt.rules + prompt.question), tokensOut: estimated(text) };
}

function shownOf({ text, shown }: Writing): string {
  return text.slice(0, shown);
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
