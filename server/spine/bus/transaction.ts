import type { PushResult, Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import type { RawBuilder } from 'kysely';
import { streamsOf } from '#domain/spine/commands.ts';
import type { Hints, HintedStream } from '../../ground/hint.ts';
import type { Db, Tx } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';
import { Batch } from '../log/batch.ts';
import { type FrameReading, lockAndRead } from '../log/reading.ts';
import { FrameWork } from '../work/frame-work.ts';
import { requireLocks } from '../work/lock-missing.ts';
import type { AnyPart } from '../work/part.ts';
import type { Nouns } from '../work/rules.ts';
import type { Caller } from './caller.ts';
import { decide, type Decision } from './decide.ts';
import { Lanes } from './lanes.ts';
import type { CheckedCommand } from './parse.ts';

/** Results of commands, and the lanes after them. */
export interface FrameResult {
  results: PushResult[];
  lanes: Lanes;
}

/** A frame whose transaction is committed, or with `executeFrameWithin` about to be. */
export interface Commit extends FrameResult {
  /** Hints devices to pull, and calls the parts. Call it once, after the commit. */
  announce: () => void;
}

/** One attempt to execute a frame. */
export interface Attempt {
  caller: Caller;
  frame: readonly CheckedCommand[];
  /** The lanes before the frame. */
  lanes: Lanes;
  /** Streams to lock besides those that the commands name. */
  locks?: ReadonlySet<string>;
  /** Whether the transaction holds all these locks. It may have written something, so it takes no others. */
  isLocked?: boolean;
  /** Values that the rules have prepared, by `cmdId`. */
  prepared?: ReadonlyMap<string, unknown>;
}

export interface TransactionDeps {
  db: Db;
  hints: Hints;
  nouns: Nouns;
  /** Factor by which all quotas are multiplied. */
  quotaFactor?: number;
  /** Tells the time of what is written, instead of the server's clock. Only the demo has a past to write. */
  clock?: () => Date;
}

/** Thrown when the account is disabled or deleted; its session is about to end. */
export class ActorGone extends Error {}

/**
 * Executes commands of one user in one transaction: takes the locks, reads everything in one snapshot, decides in
 * memory in order, and writes in one round trip. It never tries again.
 * @throws LockMissing, ActorGone, ConcurrentWrite, and errors of the database
 */
export async function transaction(deps: TransactionDeps, attempt: Attempt): Promise<Commit> {
  const whose = { user: attempt.caller.id, kind: 'commands' };
  return await transactionInTurn(deps.db, whose, (tx) => execute(deps, tx, attempt));
}

/**
 * Executes commands in the caller's transaction, which the caller then commits.
 * @param held streams that it has locked; undefined if these commands are its first statement
 * @throws as `transaction`
 */
export async function executeFrameWithin(
  deps: TransactionDeps,
  tx: Tx,
  attempt: Attempt,
  held: ReadonlySet<string> | undefined,
): Promise<Commit> {
  if (held === undefined) return await execute(deps, tx, attempt);
  requireLocks(held, ...locksOf(attempt));
  return await execute(deps, tx, { ...attempt, locks: held, isLocked: true });
}

async function execute(
  { hints, nouns, quotaFactor = 1, clock }: TransactionDeps,
  tx: Tx,
  attempt: Attempt,
): Promise<Commit> {
  const { caller, frame, isLocked = false, prepared = new Map() } = attempt;
  const lanes = new Lanes(attempt.lanes);
  const parts = partsOf(nouns, attempt);
  const { leads, expressions } = readingOf(parts, caller);
  const rows = await lockAndRead(tx, {
    actorId: caller.id,
    keys: frame.map(({ command }) => command.cmdId),
    streams: locksOf(attempt),
    leads: isLocked ? [] : leads,
    parts: expressions,
  });
  const { actor, positions, used } = rows;
  if (actor === null) throw new ActorGone();
  const startedAt = new Date();
  const at = () => (clock?.() ?? startedAt).toISOString();
  const facts = { actor, at, positions, used, quotaFactor, origin: caller.origin, as: caller.as };
  const work = new FrameWork(facts, [...parts.keys()], rows.parts);
  const decision = decide(work, { frame, rows, nouns, prepared, lanes });
  if (decision.fresh.size === 0) return { results: decision.results(), lanes, announce: () => undefined };
  // Before anything is stored: it throws for a stream that no part of the frame keeps, whose row would not be folded.
  const streams = hintedStreams(work);
  const { positionOf, events } = await save(tx, work, { caller, decision, companyId: actor.company_id });
  const announce = () => {
    if (events.length > 0) hints.committed(streams, lastOf(events), events);
    work.committed();
  };
  return { results: decision.results(positionOf), lanes, announce };
}

/** Returns the streams that the commands name, and those that the attempt adds. */
function locksOf({ caller, frame, locks = new Set() }: Attempt): string[] {
  return [...new Set([...frame.flatMap(({ command }) => streamsOf(command, caller.id)), ...locks])];
}

/** Returns the parts of a frame with the keys that its commands need of each, in the order of the list. */
function partsOf(
  { parts, rules }: Nouns,
  { caller, frame }: Pick<Attempt, 'caller' | 'frame'>,
): Map<AnyPart, Map<string, unknown>> {
  const used = new Map<AnyPart, Map<string, unknown>>();
  for (const { command } of frame) {
    const own = rules[command.type];
    const wanted = own.needs(command, caller.id);
    for (const [name, part] of Object.entries(own.uses)) {
      const keys = used.get(part) ?? new Map<string, unknown>();
      for (const need of wanted[name] ?? []) keys.set(JSON.stringify(need), need);
      used.set(part, keys);
    }
  }
  return new Map(
    parts.flatMap((part) => {
      const keys = used.get(part) ?? (part.load === undefined ? new Map<string, unknown>() : undefined);
      return keys === undefined ? [] : [[part, keys] as const];
    }),
  );
}

/** Returns the expressions that read the rows of parts, and the queries of the streams to which they lead. */
function readingOf(
  parts: ReadonlyMap<AnyPart, ReadonlyMap<string, unknown>>,
  { id }: Caller,
): { leads: RawBuilder<unknown>[]; expressions: FrameReading['parts'] } {
  const leads: RawBuilder<unknown>[] = [];
  const expressions = new Map<string, RawBuilder<unknown>>();
  for (const [part, keys] of parts) {
    const needs = [...keys.values()] as never[];
    const led = part.leads?.(needs, id);
    if (led !== undefined) leads.push(led);
    if (part.load !== undefined) expressions.set(part.name, part.load(needs, id));
  }
  return { leads, expressions };
}

/** Stores what the frame has decided. @returns the stored events, and the position of each command's last one */
async function save(
  tx: Tx,
  work: FrameWork,
  { caller, decision, companyId }: { caller: Caller; decision: Decision; companyId: number | null },
): Promise<{ positionOf: (cmdId: string) => Cursor; events: WireEvent[] }> {
  const batch = new Batch();
  work.save(batch);
  const saved = await batch.send(tx, {
    actorId: caller.id,
    companyId,
    events: work.events,
    quotaUsage: work.spent,
    results: [...decision.fresh].map(([key, { hash, result }]) => ({ key, hash, result })),
  });
  const pos = (seq: number): Cursor => ({ epoch: saved.epoch, xid: saved.xid, seq });
  const events = work.events.map(({ stream, sseq, type, v, data, cmdId }, i): WireEvent => {
    return { pos: pos(saved.seqs[i] ?? 0), stream, sseq, type, v, data, cmdId };
  });
  const lastByCommand = new Map(events.map((event) => [event.cmdId, event.pos]));
  return { positionOf: (cmdId) => lastByCommand.get(cmdId) ?? pos(0), events };
}

/** Returns the changed streams with the users who may see each. */
function hintedStreams(work: FrameWork): HintedStream[] {
  const staffOf = new Map(work.events.map(({ stream, staff }) => [stream, staff]));
  return [...staffOf].map(([stream, staff]) => {
    const { members, companyId } = work.audience(stream);
    return { stream, members: [...members], staff, companyId };
  });
}

function lastOf(events: readonly WireEvent[]): Cursor {
  return events.map(({ pos }) => pos).reduce((last, pos) => (pos.seq > last.seq ? pos : last));
}
