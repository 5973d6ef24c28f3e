import { type Command, commandTable } from '#domain/spine/commands.ts';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import { type ErrorCode, Refusal, errors } from '#domain/ground/errors.ts';
import type { Cursor, PushResult, WireEvent } from '#domain/spine/wire/sync.ts';
import type { EmptyCombination } from '#domain/assistant/retrieval/combinations.ts';
import { unstorableIn } from '#domain/ground/text.ts';
import { type HintedStream, nowhere } from '../../ground/hint.ts';
import {
  type StoredReceipt,
  type LoadedRows,
  type StoredResult,
  type Wanted,
  lockAndLoad,
  lookAhead,
} from '../log/load-work.ts';
import { countEmptyCombinations } from '../../assistant/store/empty-combinations.ts';
import { type OpenAnswer, openAnswers } from '../../assistant/store/open-answers.ts';
import { type FrameWrites, saveWork } from '../log/save-work.ts';
import type { HandlerOf, Needs } from '../work/handler.ts';
import { Lanes } from './lanes.ts';
import { LockMissing, requireLocks } from '../work/lock-missing.ts';
import { Work } from '../work/work.ts';
import type { Given } from '../work/given.ts';
import type { AskedModel } from '../work/decisions.ts';
import type { Db, Tx } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';
import { frameLockTries } from './locked-transaction.ts';

/** A command with validated arguments. */
export interface CheckedCommand {
  command: Command;
  lane: string;
  deps: readonly string[];
  /** SHA-256 of its content, as hex. The same id with another hash is a conflict. */
  hash: string;
}

/** Input of a frame besides its rows. */
export type FrameGiven = Given & { handlerOf: HandlerOf };

export interface FrameResult {
  results: PushResult[];
  lanes: Lanes;
  /** Events to announce; undefined when there are none. */
  committed: { streams: HintedStream[]; pos: Cursor; events: WireEvent[] } | undefined;
  /** Questions that a language model answers now. */
  asked?: readonly AskedModel[];
}

/** Thrown when the account is disabled or deleted; its session is about to end. */
export class ActorGone extends Error {}

/**
 * Executes commands of one user in one transaction: takes the locks, reads everything in one snapshot, decides in
 * memory in order, and writes with one statement for each kind of row.
 */
export async function executeFrame(
  db: Db,
  actorId: string,
  commands: readonly CheckedCommand[],
  lanesBefore: Lanes,
  given: FrameGiven,
): Promise<FrameResult> {
  const wanted = gather(actorId, commands, given.handlerOf);
  const streams = new Set(wanted.streams);
  const addOthers = async () => (await lookAhead(db, wanted)).forEach((id) => streams.add(`room:${id}`));
  if (mayWriteUnnamedRooms(wanted)) await addOthers();
  for (let attempt = 1; ; attempt++) {
    wanted.streams = [...streams];
    try {
      return await transactionInTurn(db, { user: actorId, kind: 'commands' }, (tx) =>
        inTransaction(tx, commands, wanted, new Lanes(lanesBefore), given),
      );
    } catch (error) {
      if (!(error instanceof LockMissing) || attempt === frameLockTries) throw error;
      await addOthers();
      streams.add(error.stream);
    }
  }
}

/**
 * Executes commands of one user in the caller's transaction.
 * @param held streams that it has locked; without it, these commands are its first statement
 * @throws LockMissing when they write another stream
 */
export async function executeFrameWithin(
  tx: Tx,
  actorId: string,
  commands: readonly CheckedCommand[],
  given: FrameGiven,
  held?: ReadonlySet<string>,
): Promise<FrameResult> {
  const wanted = gather(actorId, commands, given.handlerOf);
  if (held !== undefined) {
    requireLocks(held, ...wanted.streams);
    wanted.streams = [...held];
  }
  return await inTransaction(tx, commands, wanted, new Lanes(), given);
}

/**
 * Whether looking ahead pays: these commands may write rooms they do not name. Aliases are rare, and found by
 * `LockMissing`.
 */
function mayWriteUnnamedRooms({ expertRoom, roomsOfOrders, roomsOfResults }: Wanted): boolean {
  return expertRoom || roomsOfOrders.length > 0 || roomsOfResults.length > 0;
}

async function inTransaction(
  tx: Tx,
  commands: readonly CheckedCommand[],
  wanted: Wanted,
  lanes: Lanes,
  given: FrameGiven,
): Promise<FrameResult> {
  const { actor, known, ...rows } = await lockAndLoad(tx, wanted);
  if (actor === null) throw new ActorGone();
  const locked = new Set(wanted.streams);
  // A room that was found through an alias must be locked before it is read.
  for (const { id } of rows.rooms) if (!locked.has(`room:${id}`)) throw new LockMissing(`room:${id}`);
  const context = { at: new Date().toISOString(), locked, given };
  const work = new Work({ ...rows, actor }, context);
  const decided = decide(work, commands, known, rows, lanes, given.handlerOf);
  if (decided.fresh.size === 0) return { results: decided.results(undefined), lanes, committed: undefined };
  const saved = await saveWork(tx, writesOf(work, wanted.actorId, decided.fresh));
  await countEmptyCombinations(tx, emptyCombinationsOf(work));
  await openAnswers(tx, given.model?.holder ?? '', work.askedModel.map(openAnswerOf));
  const pos = (seq: number): Cursor => ({ epoch: saved.epoch, xid: saved.xid, seq });
  const events = work.events.map(({ stream, sseq, type, v, data, cmdId }, i): WireEvent => {
    return { pos: pos(saved.seqs[i] ?? 0), stream, sseq, type, v, data, cmdId };
  });
  const lastOf = new Map(events.map((event) => [event.cmdId, event.pos]));
  const committed =
    events.length === 0 ? undefined : { streams: hintedStreams(work), pos: pos(maxSeq(events)), events };
  return { results: decided.results((cmdId) => lastOf.get(cmdId) ?? pos(0)), lanes, committed, asked: work.askedModel };
}

/** Returns the position of a command's last event; undefined before the frame is stored. */
type PositionOf = ((cmdId: string) => Cursor) | undefined;

/** Decides all commands in order, in memory. `fresh` are new receipts, which must be stored. */
function decide(
  work: Work,
  commands: readonly CheckedCommand[],
  known: StoredReceipt[],
  { logNow }: Pick<LoadedRows, 'logNow'>,
  lanes: Lanes,
  handlerOf: HandlerOf,
) {
  const receiptByKey = new Map(known.map((row) => [row.key, row]));
  const fresh = new Map<string, { hash: string; result: StoredResult }>();
  /** Each is called twice: now, for the lanes, and after saving, when positions are known. */
  const pending: ((positionOf: PositionOf) => PushResult)[] = [];

  for (const { command, lane, deps, hash } of commands) {
    const { cmdId } = command;
    const decideNext = (): ((positionOf: PositionOf) => PushResult) => {
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
      const { result, isKept } = decideOne(work, command, handlerOf);
      if (isKept) fresh.set(cmdId, { hash, result });
      // Without anything to save, there is no position of the frame.
      return (positionOf) => asResult(cmdId, 'ok', result, positionOf?.(cmdId) ?? soon(logNow));
    };
    const made = decideNext();
    pending.push(made);
    lanes.note(lane, made(undefined));
  }
  return { fresh, results: (positionOf: PositionOf) => pending.map((make) => make(positionOf)) };
}

/** Decides a command. `isKept` is false when the quota has no space for the receipt of one that changes nothing. */
function decideOne(work: Work, command: Command, handlerOf: HandlerOf): { result: StoredResult; isKept: boolean } {
  try {
    const out = handlerOf(command.type).handle(work, command);
    const unstorablePath = unstorableIn(work.decidedData);
    if (unstorablePath !== undefined) throw new Refusal('UNSTORABLE', [{ path: unstorablePath, code: 'unstorable' }]);
    const isKept = work.spendBytes(command.type);
    work.accept();
    return { result: out === undefined ? { s: 'ok' } : { s: 'ok', out }, isKept };
  } catch (error) {
    work.discard();
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
 * Returns the stored receipt. If the log was restored since, its position is void; a current one, which no pull passes
 * without the effect, replaces it.
 */
function asRepeated(row: StoredReceipt, logNow: LoadedRows['logNow']): PushResult {
  const isSameLog = row.generation === logNow.generation;
  const pos = isSameLog ? { epoch: logNow.epoch, xid: row.xid, seq: row.seq } : soon(logNow);
  return asResult(row.key, 'duplicate', row.result, pos);
}

/** Returns a position that every later pull passes. */
function soon({ epoch, xid }: LoadedRows['logNow']): Cursor {
  return { epoch, xid, seq: 0 };
}

/** The same refusal for ids of the actor and of others, so that it reveals nothing. */
function conflict(cmdId: string): PushResult {
  const code: ErrorCode = 'IDEMPOTENCY_CONFLICT';
  return { cmdId, s: 'rejected', code, message: errors[code][1] };
}

/** Collects what the commands of a frame need to read. */
function gather(actorId: string, commands: readonly CheckedCommand[], handlerOf: HandlerOf): Wanted {
  const needs = commands.map(({ command }): Needs => handlerOf(command.type).needs(command));
  const all = <T>(of: (need: Needs) => T[] | undefined): T[] => [...new Set(needs.flatMap((need) => of(need) ?? []))];
  const files = needs.flatMap((need) => need.files ?? []);
  return {
    actorId,
    keys: commands.map(({ command }) => command.cmdId),
    rooms: all((need) => need.rooms),
    orders: all((need) => need.orders),
    newOrders: all((need) => (need.newOrder === undefined ? [] : [need.newOrder])),
    messages: all((need) => need.messages),
    reports: all((need) => need.reports),
    reportsOf: all((need) => (need.reportsOf === undefined ? [] : [need.reportsOf])),
    users: all((need) => need.users),
    hashes: [...new Set(files.map((file) => file.sha256))],
    attachments: files.map((file) => file.id),
    streams: [...new Set(commands.flatMap(({ command }) => streamsOf(command, actorId)))],
    rateCard: needs.some((need) => need.rateCard === true),
    expertRoom: needs.some((need) => need.expertRoom === true),
    roomsOfOrders: all((need) => (need.roomOfOrder === undefined ? [] : [need.roomOfOrder])),
    desks: all((need) => (need.desk === undefined ? [] : [need.desk])),
    staffMembers: all((need) => (need.staffMember === undefined ? [] : [need.staffMember])),
    roomsOfResults: all((need) => (need.roomOfResult === undefined ? [] : [need.roomOfResult])),
  };
}

/** Returns the streams a command writes, as far as its arguments name them. */
export function streamsOf<T extends CommandType>({ type, args }: Command<T>, actorId: string): string[] {
  return commandTable[type].streams(args, actorId);
}

function writesOf(
  work: Work,
  actorId: string,
  fresh: Map<string, { hash: string; result: StoredResult }>,
): FrameWrites {
  return {
    actorId,
    events: work.events,
    rooms: pick(work.changedRooms, work.rooms),
    orders: pick(work.changedOrders, work.orders),
    invoices: work.invoices,
    deskWrites: work.deskWrites,
    members: work.newMembers,
    removedMembers: work.removedMembers,
    redactions: work.redactions,
    aliases: work.newAliases,
    messages: pick(work.changedMessages, work.messages),
    attachments: work.attachments,
    reports: work.newReports,
    countedQuestions: work.countedQuestions,
    companyId: work.actor.company_id,
    quotaUsage: work.spent,
    orderCommands: orderCommandsOf(work),
    results: [...fresh].map(([key, { hash, result }]) => ({ key, hash, result })),
  };
}

/** Returns where the accepted commands about orders come from. */
function orderCommandsOf({ events, given: { origin } }: Work): FrameWrites['orderCommands'] {
  if (origin === undefined) return undefined;
  const ids = events.flatMap(({ stream, cmdId }) => (cmdId !== null && stream.startsWith('order:') ? [cmdId] : []));
  return ids.length === 0 ? undefined : { ids: [...new Set(ids)], origin };
}

/** Returns what is stored of it: not its sources, because only the process that was asked asks the model. */
function openAnswerOf({ id, roomId, questionId, asker, instead }: AskedModel): OpenAnswer {
  return { id, roomId, questionId, asker, instead };
}

/** Returns the combinations without an entry that this frame's answers could not offer. */
function emptyCombinationsOf(work: Work): EmptyCombination[] {
  const answered = work.events.filter(({ type }) => type === 'answer.started');
  return answered.flatMap(({ cmdId }) => work.given.retrievals.get(cmdId ?? '')?.empty ?? []);
}

function pick<T>(ids: Set<string>, rows: Map<string, T>): T[] {
  return [...ids].flatMap((id) => rows.get(id) ?? []);
}

/** Returns the changed streams with the users who may see each. */
function hintedStreams(work: Work): HintedStream[] {
  const staffOf = new Map(work.events.map((event) => [event.stream, event.staff]));
  return [...staffOf].map(([stream, staff]) => {
    const [kind, id = ''] = stream.split(':');
    const order = kind === 'order' ? work.orders.get(id) : undefined;
    const members =
      kind === 'room' ? work.membersOf(id) : kind === 'user' ? [id] : order === undefined ? [] : [order.ownerId];
    return { stream, members, staff, companyId: order?.companyId ?? null };
  });
}

function maxSeq(events: WireEvent[]): number {
  return events.reduce((max, { pos }) => Math.max(max, pos.seq), 0);
}
