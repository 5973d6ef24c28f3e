import { type ErrorCode, errors } from '#domain/ground/errors.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import { retryPolicy } from '#domain/spine/retry-policy.ts';
import type { Log } from '../../ground/log.ts';
import { ConcurrentWrite } from '../log/saving.ts';
import { codeOf } from '../../database/outage.ts';
import type { CheckedCommand } from './parse.ts';
import type { FrameResult } from './transaction.ts';
import { Lanes } from './lanes.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Results of commands whose transaction has failed. */

/** Longest pause that a `retry` result asks for. */
const longestRetryMs = 30 * SECOND;

/** SQLSTATE codes of conflicts that a retry resolves: serialization failure, deadlock, and a unique value just taken. */
const conflictCodes = new Set(['40001', '40P01', '23505']);

/** Whether the transaction has failed because of another one, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  return error instanceof ConcurrentWrite || conflictCodes.has(codeOf(error));
}

/**
 * Returns the result of a command that could not be written. It is refused if PostgreSQL cannot store its content, or if
 * writing it has failed `retryPolicy.sameRetries` times. Otherwise the result is `retry`.
 */
export function resultOfFailedWrite(
  { log, failures }: { log: Log; failures: Failures },
  actorId: string,
  each: CheckedCommand,
  lanesBefore: Lanes,
  error: unknown,
): FrameResult {
  const { type, cmdId } = each.command;
  // A blocked command was not executed, so it is not counted as failed.
  if (lanesBefore.blockerOf(each.lane, each.deps) !== undefined) return retryResults([each], lanesBefore, 0);
  const isUnstorable = unstorableCodes.test(codeOf(error));
  const count = failures.add(actorId, cmdId);
  const isLast = isUnstorable || count >= retryPolicy.sameRetries;
  if (!isConflict(error) || isLast)
    log.error({ err: error, type, cmdId, refused: isLast }, 'a command could not be written');
  const pauseMs = isConflict(error) ? Math.min(250 * 2 ** count, longestRetryMs) : longestRetryMs;
  if (!isLast) return retryResults([each], lanesBefore, pauseMs);
  const code: ErrorCode = isUnstorable ? 'UNSTORABLE' : 'INTERNAL';
  const result: PushResult = { cmdId, s: 'rejected', code, message: errors[code][1] };
  const lanes = new Lanes(lanesBefore);
  lanes.note(each.lane, result);
  return { results: [result], lanes };
}

/** SQLSTATE classes of values and rows that PostgreSQL cannot store. A retry would fail again. */
const unstorableCodes = /^(22|54)/;

/** Returns retry results for a frame that was not executed: the client sends the same commands again after `afterMs`. */
export function retryResults(frame: readonly CheckedCommand[], lanesBefore: Lanes, afterMs: number): FrameResult {
  const lanes = new Lanes(lanesBefore);
  const results = frame.map(({ command: { cmdId }, lane, deps }): PushResult => {
    const by = lanes.blockerOf(lane, deps);
    const result: PushResult = by === undefined ? { cmdId, s: 'retry', afterMs } : { cmdId, s: 'blocked', by };
    lanes.note(lane, result);
    return result;
  });
  return { results, lanes };
}

/** Counts failed writes per command, in the memory of this process. */
export class Failures {
  readonly #counts = new Map<string, number>();

  /** Counts a failure of this command. @returns the number so far */
  add(actorId: string, cmdId: string): number {
    const key = `${actorId}/${cmdId}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > maxCounts && oldest !== undefined) this.#counts.delete(oldest);
    return count;
  }
}

/** Maximum number of counts kept, because clients choose the ids. The count that was updated least recently is dropped first. */
const maxCounts = 10_000;
