import type { PushResult, Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import type { RawBuilder } from 'kysely';
import { streamsOf } from '#domain/spine/commands.ts';
import type { Hints, HintedStream } from '../../ground/hint.ts';
import type { Db, Tx } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';
import { Batch } from '../log/batch.ts';
import { type FrameReading, type FrameRows, lockAndRead } from '../log/reading.ts';
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

/** A frame whose transaction is committed, or with `within` about to be. */
export interface Commit extends FrameResult {
  /** Hints devices to pull, and calls the parts. Call it once, after the commit. */
  announce: () => void;
}

/** Input of one attempt of a transaction besides its commands. */
export interface Attempt {
  /** Streams to lock besides those that the commands name. */
  locks?: ReadonlySet<string>;
  /** Values that the rules have prepared, by `cmdId`. */
  prepared?: ReadonlyMap<string, unknown>;
  /** The caller's transaction, and the streams that it has locked; undefined if these commands are its first statement. */
  within?: { tx: Tx; held: ReadonlySet<string> | undefined };
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
 * @throws LockMissing, ActorGone, ConcurrentWrite, and what the database says
 */
export async function transaction(
  deps: TransactionDeps,
  caller: Caller,
  frame: readonly CheckedCommand[],
  lanes: Lanes,
  { locks, prepared = new Map(), within }: Attempt,
): Promise<Commit> {
  const run = (tx: Tx, held: ReadonlySet<string> | undefined) =>
    inTransaction(deps, { tx, caller, frame, prepared, lanes: new Lanes(lanes), held });
  if (within === undefined)
    return await transactionInTurn(deps.db, { user: caller.id, kind: 'commands' }, (tx) => run(tx, locks));
  if (within.held !== undefined) requireLocks(within.held, ...locksOf(caller, frame));
  return await run(within.tx, within.held);
}

interface Running {
  tx: Tx;
  caller: Caller;
  frame: readonly CheckedCommand[];
  prepared: ReadonlyMap<string, unknown>;
  lanes: Lanes;
  /** Streams to lock besides those that the commands name. */
  held: ReadonlySet<string> | undefined;
}

async function inTransaction(
  { hints, nouns, quotaFactor = 1, clock }: TransactionDeps,
  { tx, caller, frame, prepared, lanes, held = new Set() }: Running,
): Promise<Commit> {
  const parts = partsOf(nouns, caller, frame);
  const rows = await lockAndRead(tx, {
    actorId: caller.id,
    keys: frame.map(({ command }) => command.cmdId),
    streams: [...new Set([...locksOf(caller, frame), ...held])],
    ...readingOf(parts, caller),
  });
  const { actor, positions, used } = rows;
  if (actor === null) throw new ActorGone();
  const at = (clock?.() ?? new Date()).toISOString();
  const facts = { actor, at, positions, used, quotaFactor, origin: caller.origin, as: caller.as };
  const work = new FrameWork(facts, [...parts.keys()], rows.parts);
  const decision = decide(work, { frame, rows, nouns, prepared, lanes });
  if (decision.fresh.size === 0) return { results: decision.results(), lanes, announce: () => undefined };
  const { places, events } = await save(tx, work, { caller, decision, rows });
  const announce = () => {
    if (events.length > 0) hints.committed(hintedStreams(work), lastOf(events), events);
    work.committed();
  };
  return { results: decision.results(places), lanes, announce };
}

/** Returns the streams that the commands name. */
function locksOf({ id }: Caller, frame: readonly CheckedCommand[]): string[] {
  return frame.flatMap(({ command }) => streamsOf(command, id));
}

/** Returns the parts of a frame with what is needed of each, in the order of the list. */
function partsOf(
  { parts, rules }: Nouns,
  { id }: Caller,
  frame: readonly CheckedCommand[],
): Map<AnyPart, Map<string, unknown>> {
  const used = new Map<AnyPart, Map<string, unknown>>();
  for (const { command } of frame) {
    const own = rules[command.type];
    const wanted = own.needs(command, id);
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
): Pick<FrameReading, 'leads' | 'parts'> {
  const leads: RawBuilder<unknown>[] = [];
  const expressions = new Map<string, RawBuilder<unknown>>();
  for (const [part, keys] of parts) {
    const needs = [...keys.values()] as never[];
    const led = part.leads?.(needs, id);
    if (led !== undefined) leads.push(led);
    if (part.load !== undefined) expressions.set(part.name, part.load(needs, id));
  }
  return { leads, parts: expressions };
}

/** Stores what the frame has decided. @returns the stored events, and the position of each command's last one */
async function save(
  tx: Tx,
  work: FrameWork,
  { caller, decision, rows }: { caller: Caller; decision: Decision; rows: FrameRows },
): Promise<{ places: (cmdId: string) => Cursor; events: WireEvent[] }> {
  const batch = new Batch();
  work.save(batch);
  const saved = await batch.send(tx, {
    actorId: caller.id,
    companyId: rows.actor?.company_id ?? null,
    events: work.events,
    quotaUsage: work.spent,
    results: [...decision.fresh].map(([key, { hash, result }]) => ({ key, hash, result })),
  });
  const pos = (seq: number): Cursor => ({ epoch: saved.epoch, xid: saved.xid, seq });
  const events = work.events.map(({ stream, sseq, type, v, data, cmdId }, i): WireEvent => {
    return { pos: pos(saved.seqs[i] ?? 0), stream, sseq, type, v, data, cmdId };
  });
  const lastByCommand = new Map(events.map((event) => [event.cmdId, event.pos]));
  return { places: (cmdId) => lastByCommand.get(cmdId) ?? pos(0), events };
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
