import { setTimeout as wait } from 'node:timers/promises';
import type { TSchema } from 'typebox';
import type { FileText } from '#domain/ground/file-text.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { OrderRole } from '#domain/order/life/status.ts';
import { commandArgs, type CommandArgs, type CommandType } from '#domain/spine/wire/commands.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import type { RetrievalIndex } from '#domain/assistant/retrieval/retrieve.ts';
import {
  ActorGone,
  type CheckedCommand,
  type FrameResult,
  executeFrame,
  executeFrameWithin,
  type FrameGiven,
  streamsOf,
} from './frame.ts';
import { Failures, isConflict, resultOfFailedWrite, retryResults } from './failed-writes.ts';
import { hashesOfQuestions, splitAtFiles } from './file-questions.ts';
import { Lanes } from './lanes.ts';
import { type CheckArgs, type IncomingCommand, type Parsed, parseCommand } from './parse.ts';
import { retrievalsFor } from '../../assistant/commands/retrievals.ts';
import type { Given, Origin } from '../work/given.ts';
import type { AskedModel } from '../work/decisions.ts';
import { type Validate, validatorOf, refusalFor } from '../../ground/validation.ts';
import type { Hints } from '../../ground/hint.ts';
import type { Log } from '../../ground/log.ts';
import { isOutage } from '../../database/outage.ts';
import type { Invoicing } from '../../payment/store/order-invoices.ts';
import type { Db, Tx } from '../../database/db.ts';
import type { HandlerOf } from '../work/handler.ts';

export const locksPerTransaction = 64;
/** Attempts of a frame of commands whose transaction meets a conflict, and of one that finds more streams to lock. */
const frameTries = 4;

/**
 * Executes commands. Every write to the event log goes through it, except what no user does: the removal of a deleted
 * user's name, and what files claim.
 */
export interface Bus {
  /**
   * Executes commands of one user, in order.
   * @param device id of the device that sent them, if it is known
   * @returns one result per command, in the same order
   * @throws if the whole call failed and should be repeated, for example in an outage of the database
   */
  executeCommands(actorId: string, commands: readonly IncomingCommand[], device?: string | null): Promise<PushResult[]>;
  /**
   * Executes one command in the caller's transaction.
   * @param as role of the actor for the order, which the caller has checked
   * @param held streams that the transaction has locked first (`lockedTransaction`); without it, this command is its
   *   first statement
   * @returns its result, and a function that the caller calls after the commit, so that devices pull
   * @throws if it could not be written, LockMissing if it needs another lock; the transaction must then end
   */
  executeWithin(
    tx: Tx,
    actorId: string,
    command: IncomingCommand,
    as: OrderRole,
    held?: ReadonlySet<string>,
  ): Promise<ExecutedWithin>;
}

interface ExecutedWithin {
  result: PushResult;
  announce: () => void;
}

type FileTextsOf = (uploader: string, hashes: readonly string[]) => Promise<ReadonlyMap<string, FileText>>;

/** Language model, as the bus uses it. */
interface ModelAnswers {
  /** Name of this process, which holds the answers that it writes. */
  holder: string;
  /** Returns where the model may be asked; undefined without a model, or while it is switched off. */
  mayAsk(asker: string, roomIds: readonly string[]): Promise<{ rooms: Set<string>; sendsFiles: boolean } | undefined>;
  /** Begins to write answers whose questions are committed. */
  start(asked: readonly AskedModel[]): void;
}

export interface BusDeps {
  db: Db;
  handlerOf: HandlerOf;
  log: Log;
  hints: Hints;
  /** Returns the current knowledge base. */
  knowledge: () => RetrievalIndex;
  /** Returns the texts of a user's files, by hash; it waits a limited time for those that are being read. */
  textsOf?: FileTextsOf;
  /** Has a language model answer; without it, answers are stored texts. */
  answering?: ModelAnswers;
  /** Author name of the assistant's answers. */
  assistantName?: string;
  /** Factor by which all quotas are multiplied. */
  quotaFactor?: number;
  /** Contents of invoices of orders besides their lines. */
  invoicing: Invoicing;
  /** Tells the time of what is written, instead of the server's clock. Only the demo has a past to write. */
  clock?: () => Date;
}

type FrameDeps = BusDeps & {
  failures: Failures;
  /** Texts of the files of questions, by hash. */
  texts: ReadonlyMap<string, FileText>;
  origin: Origin;
};

/** Creates the bus of this process. */
export function createBus(given: BusDeps): Bus {
  const deps = { ...given, failures: new Failures() };
  return {
    async executeCommands(actorId, commands, device = null) {
      const origin = { device, receivedAt: new Date().toISOString() };
      const { prompt, waiting, merge } = splitAtFiles(commands.map((command) => parseCommand(command, checkArgs)));
      const first = await executeInOrder({ ...deps, origin, texts: new Map() }, actorId, prompt, new Lanes());
      if (waiting.length === 0) return first.results;
      const texts = (await given.textsOf?.(actorId, hashesOfQuestions(waiting))) ?? new Map<string, FileText>();
      const then = await executeInOrder({ ...deps, origin, texts }, actorId, waiting, first.lanes);
      return merge(first.results, then.results);
    },
    async executeWithin(tx, actorId, command, as, held) {
      const parsed = parseCommand(command, checkArgs);
      if ('result' in parsed) return { result: parsed.result, announce: () => undefined };
      const done = await executeFrameWithin(tx, actorId, [parsed], { ...givenOf(deps, new Map()), as }, held);
      const [result] = done.results;
      if (result === undefined) throw new Error('a command has no result');
      return { result, announce: () => announce(deps, done) };
    },
  };
}

/** Executes commands in frames, one after the other. @returns their results, in the same order, and the lanes after them */
async function executeInOrder(
  deps: FrameDeps,
  actorId: string,
  commands: readonly Parsed[],
  lanesBefore: Lanes,
): Promise<{ results: PushResult[]; lanes: Lanes }> {
  let lanes = lanesBefore;
  const results: PushResult[] = [];
  for (const frame of framesOf(commands, actorId)) {
    if (!Array.isArray(frame)) {
      results.push(frame.result);
      lanes.note(frame.lane, frame.result);
      continue;
    }
    const done = await executeWithFallback(deps, actorId, frame, lanes);
    lanes = done.lanes;
    results.push(...done.results);
  }
  return { results, lanes };
}

/** Parsers of the arguments, by command type. */
const validators = new Map<string, Validate<unknown>>(
  Object.entries(commandArgs).map(([type, schema]) => [type, validatorOf<TSchema>(schema)]),
);

const checkArgs: CheckArgs = <T extends CommandType>(type: T, args: unknown) => {
  const validate = validators.get(type) as Validate<CommandArgs<T>> | undefined;
  if (validate === undefined) throw new Error(`${type} has no schema`);
  const result = validate(args);
  return 'value' in result ? { args: result.value } : refusalFor(result.problems);
};

type Refused = Extract<Parsed, { result: PushResult }>;

/** Splits commands, in order, into frames that fit one transaction; commands that parsing refused are between the frames. */
function framesOf(parsed: readonly Parsed[], actorId: string): (CheckedCommand[] | Refused)[] {
  const frames: (CheckedCommand[] | Refused)[] = [];
  let streams = new Set<string>();
  for (const each of parsed) {
    if ('result' in each) {
      frames.push(each);
      continue;
    }
    const own = streamsOf(each.command, actorId);
    const last = frames.at(-1);
    const fits = Array.isArray(last) && new Set([...streams, ...own]).size <= locksPerTransaction;
    if (fits) {
      last.push(each);
      for (const stream of own) streams.add(stream);
    } else {
      frames.push([each]);
      streams = new Set(own);
    }
  }
  return frames;
}

/** The session of an account that is gone is about to end: the next call is answered with 401. */
const accountGoneMs = 1000;

/** Executes a frame. If its transaction fails, each command gets its own, so that only the failing one is affected. */
async function executeWithFallback(
  deps: FrameDeps,
  actorId: string,
  frame: readonly CheckedCommand[],
  lanes: Lanes,
): Promise<FrameResult> {
  try {
    return await executeWithRetry(deps, actorId, frame, lanes);
  } catch (error) {
    // A refusal of the whole frame: too many calls of this user wait.
    if (isOutage(error) || error instanceof Refusal) throw error;
    if (error instanceof ActorGone) return retryResults(frame, lanes, accountGoneMs);
    const [only, ...more] = frame;
    if (only === undefined) throw error;
    return more.length === 0
      ? resultOfFailedWrite(deps, actorId, only, lanes, error)
      : await executeSeparately(deps, actorId, frame, lanes);
  }
}

async function executeWithRetry(
  deps: FrameDeps,
  actorId: string,
  frame: readonly CheckedCommand[],
  lanes: Lanes,
): Promise<FrameResult> {
  const retrievals = await retrievalsFor(deps.db, deps.knowledge, frame, deps.texts);
  const model = await modelFor(deps, actorId, frame, retrievals);
  const given = { ...givenOf(deps, retrievals), origin: deps.origin, model };
  for (let attempt = 1; ; attempt++) {
    try {
      return await executeAndNotify(deps, actorId, frame, lanes, given);
    } catch (error) {
      if (!isConflict(error) || attempt === frameTries) throw error;
      await wait(5 * attempt + Math.random() * 20 * attempt);
    }
  }
}

/** Returns where the language model may be asked; undefined without one, or without questions. */
async function modelFor(
  { answering }: FrameDeps,
  actorId: string,
  frame: readonly CheckedCommand[],
  retrievals: Given['retrievals'],
): Promise<Given['model']> {
  if (answering === undefined || retrievals.size === 0) return undefined;
  const rooms = frame.flatMap(({ command: { type, args } }) => (type === 'question.ask' ? [roomOf(args)] : []));
  const allowed = await answering.mayAsk(actorId, [...new Set(rooms)]);
  return allowed === undefined ? undefined : { holder: answering.holder, ...allowed };
}

function roomOf(args: object): string {
  return (args as CommandArgs<'question.ask'>).roomId;
}

async function executeSeparately(
  deps: FrameDeps,
  actorId: string,
  frame: readonly CheckedCommand[],
  lanes: Lanes,
): Promise<FrameResult> {
  const results: PushResult[] = [];
  let after = lanes;
  for (const each of frame) {
    const done = await executeWithFallback(deps, actorId, [each], after);
    results.push(...done.results);
    after = done.lanes;
  }
  return { results, lanes: after, committed: undefined };
}

async function executeAndNotify(
  deps: FrameDeps,
  actorId: string,
  frame: readonly CheckedCommand[],
  lanes: Lanes,
  given: FrameGiven,
): Promise<FrameResult> {
  const done = await executeFrame(deps.db, actorId, frame, lanes, given);
  announce(deps, done);
  if (done.asked !== undefined && done.asked.length > 0) deps.answering?.start(done.asked);
  return done;
}

function announce({ hints }: Pick<BusDeps, 'hints'>, { committed }: FrameResult): void {
  if (committed !== undefined) hints.committed(committed.streams, committed.pos, committed.events);
}

function givenOf(deps: BusDeps, retrievals: Given['retrievals']): FrameGiven {
  const { handlerOf, assistantName = 'VFP_Bot', quotaFactor = 1, invoicing, clock } = deps;
  return { handlerOf, retrievals, assistantName, quotaFactor, invoicing, clock };
}
