import type { Command } from '#domain/spine/commands.ts';
import { type ErrorCode, errors, Refusal } from '#domain/ground/errors.ts';
import { unstorableIn } from '#domain/ground/text.ts';
import type { Cursor, PushResult } from '#domain/spine/wire/sync.ts';
import { nowhere } from '../../ground/hint.ts';
import type { FrameRows, LogNow, StoredReceipt, StoredResult } from '../log/reading.ts';
import type { FrameWork } from '../work/frame-work.ts';
import type { Nouns } from '../work/rules.ts';
import type { Lanes } from './lanes.ts';
import type { CheckedCommand } from './parse.ts';

/** The commands of a frame with everything that deciding them needs. */
interface Deciding {
  frame: readonly CheckedCommand[];
  rows: Pick<FrameRows, 'known' | 'logNow'>;
  nouns: Nouns;
  /** Values that the rules have prepared, by `cmdId`. */
  prepared: ReadonlyMap<string, unknown>;
  lanes: Lanes;
}

export interface Decision {
  /** New receipts, which must be stored, by `cmdId`. */
  fresh: ReadonlyMap<string, { hash: string; result: StoredResult }>;
  /**
   * Returns a result for each command, in order.
   * @param positionOf position of a command's last event; undefined when nothing is stored
   */
  results(positionOf?: (cmdId: string) => Cursor): PushResult[];
}

type ResultMaker = (positionOf?: (cmdId: string) => Cursor) => PushResult;

/** Decides all commands of a frame in order, in memory: lanes, receipts, rules, folds. Afterwards, `lanes` knows their results. */
export function decide(work: FrameWork, { frame, rows, nouns, prepared, lanes }: Deciding): Decision {
  const { logNow } = rows;
  const receiptByKey = new Map(rows.known.map((row) => [row.key, row]));
  const fresh = new Map<string, { hash: string; result: StoredResult }>();

  const decideNext = ({ command, lane, deps, hash }: CheckedCommand): ResultMaker => {
    const { cmdId } = command;
    const by = lanes.blockerOf(lane, deps);
    if (by !== undefined) return () => ({ cmdId, s: 'blocked', by });
    const row = receiptByKey.get(cmdId);
    if (row !== undefined) {
      const result = row.actor === work.actor.id && row.hash === hash ? asRepeated(row, logNow) : conflict(cmdId);
      return () => result;
    }
    const earlierInFrame = fresh.get(cmdId);
    if (earlierInFrame !== undefined) {
      if (earlierInFrame.hash !== hash) return () => conflict(cmdId);
      return (positionOf) => asResult(cmdId, 'duplicate', earlierInFrame.result, positionOf?.(cmdId));
    }
    const { result, isKept } = decideOne(work, command, nouns, prepared.get(cmdId));
    if (isKept) fresh.set(cmdId, { hash, result });
    // Without anything to save, there is no position of the frame.
    return (positionOf) => asResult(cmdId, 'ok', result, positionOf?.(cmdId) ?? positionNow(logNow));
  };

  const results = frame.map((each) => {
    const result = decideNext(each);
    lanes.note(each.lane, result());
    return result;
  });
  return { fresh, results: (positionOf) => results.map((result) => result(positionOf)) };
}

/** Decides a command. `isKept` is false when the quota has no space for the receipt of one that changes nothing. */
function decideOne(
  work: FrameWork,
  command: Command,
  { rules }: Nouns,
  prepared: unknown,
): { result: StoredResult; isKept: boolean } {
  const own = rules[command.type];
  try {
    const out = own.decide(work.begin(command.cmdId, own), command, prepared);
    const unstorablePath = unstorableIn(work.decidedData);
    if (unstorablePath !== undefined) throw new Refusal('UNSTORABLE', [{ path: unstorablePath, code: 'unstorable' }]);
    const isKept = work.accept(command.type);
    return { result: out === undefined ? { s: 'ok' } : { s: 'ok', out }, isKept };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, details } = error;
    const result: StoredResult = { s: 'rejected', code, message, ...(details === undefined ? {} : { details }) };
    return { result, isKept: work.refuse(result) };
  }
}

function asResult(cmdId: string, s: 'ok' | 'duplicate', result: StoredResult, pos: Cursor = nowhere): PushResult {
  if (result.s === 'rejected') return { cmdId, ...result };
  return result.out === undefined ? { cmdId, s, pos } : { cmdId, s, pos, out: result.out };
}

/**
 * Returns the stored receipt. If the log was restored since, its position is void. A current position replaces it: a
 * pull that has passed it has seen the effect.
 */
function asRepeated(row: StoredReceipt, logNow: LogNow): PushResult {
  const isSameLog = row.generation === logNow.generation;
  const pos = isSameLog ? { epoch: logNow.epoch, xid: row.xid, seq: row.seq } : positionNow(logNow);
  return asResult(row.key, 'duplicate', row.result, pos);
}

/** Returns the present position, which every later pull passes. */
function positionNow({ epoch, xid }: LogNow): Cursor {
  return { epoch, xid, seq: 0 };
}

/** The same refusal for ids of the actor and of others, so that it reveals nothing. */
function conflict(cmdId: string): PushResult {
  const code: ErrorCode = 'IDEMPOTENCY_CONFLICT';
  return { cmdId, s: 'rejected', code, message: errors[code][1] };
}
