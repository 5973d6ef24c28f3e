import { setTimeout as wait } from 'node:timers/promises';
import { streamsOf } from '#domain/spine/commands.ts';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { isOutage } from '../../database/outage.ts';
import type { Log } from '../../ground/log.ts';
import { LockMissing } from '../work/lock-missing.ts';
import type { Nouns } from '../work/rules.ts';
import type { Caller } from './caller.ts';
import { type Failures, isConflict, resultOfFailedWrite, retryResults } from './failed-writes.ts';
import type { Lanes } from './lanes.ts';
import { lockTries } from './locked-transaction.ts';
import { type CheckedCommand, isChecked, type Parsed } from './parse.ts';
import { ActorGone, type Commit, type FrameResult, transaction, type TransactionDeps } from './transaction.ts';

export const locksPerTransaction = 64;
/** Attempts to execute a frame whose transaction meets conflicts. */
const conflictTries = 4;
/** The session of an account that is gone is about to end: the next call is answered with 401. */
const accountGoneMs = 1000;

export type FrameDeps = TransactionDeps & { log: Log; failures: Failures };

/**
 * Executes commands in frames, one transaction each, one after the other.
 * @returns their results, in the same order, and the lanes after them
 * @throws in an outage of the database, and Refusal when too many calls of this user wait
 */
export async function executeFrames(
  deps: FrameDeps,
  caller: Caller,
  commands: readonly Parsed[],
  lanesBefore: Lanes,
): Promise<FrameResult> {
  let lanes = lanesBefore;
  const results: PushResult[] = [];
  for (const frame of framesOf(caller, commands)) {
    if (!Array.isArray(frame)) {
      results.push(frame.result);
      lanes.note(frame.lane, frame.result);
      continue;
    }
    const done = await executeOrHalve(deps, caller, frame, lanes);
    lanes = done.lanes;
    results.push(...done.results);
  }
  return { results, lanes };
}

type RefusedByParsing = Exclude<Parsed, CheckedCommand>;

/** Splits commands, in order, into frames that fit one transaction; commands that parsing refused are between the frames. */
function framesOf({ id }: Caller, parsed: readonly Parsed[]): (CheckedCommand[] | RefusedByParsing)[] {
  const frames: (CheckedCommand[] | RefusedByParsing)[] = [];
  let streams = new Set<string>();
  for (const each of parsed) {
    if (!isChecked(each)) {
      frames.push(each);
      continue;
    }
    const own = streamsOf(each.command, id);
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

/**
 * Executes a frame. If its transaction fails, each half gets its own, so that in the end only the failing command is
 * affected.
 * @param prepared what the rules have prepared; undefined: it is prepared here
 */
async function executeOrHalve(
  deps: FrameDeps,
  caller: Caller,
  frame: readonly CheckedCommand[],
  lanes: Lanes,
  prepared?: ReadonlyMap<string, unknown>,
): Promise<FrameResult> {
  let ready = prepared;
  let commit: Commit;
  try {
    ready ??= await prepare(deps.nouns, caller, frame);
    commit = await executeWithTries(deps, caller, frame, lanes, ready);
  } catch (error) {
    if (isOutage(error) || isQueueFull(error)) throw error;
    if (error instanceof ActorGone) return retryResults(frame, lanes, accountGoneMs);
    const [only, ...more] = frame;
    if (only === undefined) throw error;
    if (more.length === 0) return resultOfFailedWrite(deps, caller.id, only, lanes, error);
    const middle = Math.ceil(frame.length / 2);
    const first = await executeOrHalve(deps, caller, frame.slice(0, middle), lanes, ready);
    const second = await executeOrHalve(deps, caller, frame.slice(middle), first.lanes, ready);
    return { results: [...first.results, ...second.results], lanes: second.lanes };
  }
  commit.announce();
  return commit;
}

/** Whether too many calls of this user wait, so that the device sends all of it again. */
function isQueueFull(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'UNAVAILABLE';
}

/** Prepares the commands of a frame whose rules do so. @returns what they have prepared, by `cmdId` */
async function prepare(
  { rules }: Nouns,
  { id }: Caller,
  frame: readonly CheckedCommand[],
): Promise<ReadonlyMap<string, unknown>> {
  const byType = Map.groupBy(
    frame.map(({ command }) => command),
    ({ type }): CommandType => type,
  );
  const prepared = new Map<string, unknown>();
  for (const [type, commands] of byType) {
    const found = await rules[type].prepare?.(commands, id);
    for (const [cmdId, value] of found ?? []) prepared.set(cmdId, value);
  }
  return prepared;
}

/** Executes a frame again while other transactions are in its way, and with the locks that it turns out to need. */
async function executeWithTries(
  deps: FrameDeps,
  caller: Caller,
  frame: readonly CheckedCommand[],
  lanes: Lanes,
  prepared: ReadonlyMap<string, unknown>,
): Promise<Commit> {
  const locks = new Set<string>();
  let [conflicts, missing] = [0, 0];
  for (;;) {
    try {
      return await transaction(deps, { caller, frame, lanes, locks, prepared });
    } catch (error) {
      if (error instanceof LockMissing && ++missing < lockTries) locks.add(error.stream);
      else if (isConflict(error) && ++conflicts < conflictTries) await wait((5 + Math.random() * 20) * conflicts);
      else throw error;
    }
  }
}
