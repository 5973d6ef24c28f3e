import { dependenciesIn } from './dependencies.ts';
import { aliasesOf, readMeta } from './meta.ts';
import { outboxTables, pendingIn, type PendingCommands } from './pending.ts';
import type { RefusedRow, OutboxEntry, UserDb } from './schema.ts';

/** The state of each pending or refused command. */
export type CommandState = 'queued' | 'sending' | 'sent' | 'blocked' | 'refused' | 'signin';

export interface OutboxState {
  pending: PendingCommands;
  refused: RefusedRow[];
  /** Canonical ids of rooms that were opened here under another id. */
  aliases: Map<string, string>;
  stateOf(entry: OutboxEntry): CommandState;
}

/** Reads pending and refused commands, in a transaction of its own. */
export function outboxStateOf(db: UserDb): Promise<OutboxState> {
  return db.transaction('r!', queueTables(db), async () => outboxStateIn(db));
}

/**
 * Returns the tables that `outboxStateIn` reads. They are read in one transaction, so that a command that moves between
 * them appears exactly once.
 */
export function queueTables(db: UserDb) {
  return [...outboxTables(db), db.attention, db.meta];
}

/** Reads pending and refused commands inside a transaction over `queueTables`. */
export async function outboxStateIn(db: UserDb): Promise<OutboxState> {
  // All requests are made at once, so the caller waits for one round trip.
  const [pending, refused, aliases, parked] = await Promise.all([
    pendingIn(db),
    db.attention.toArray(),
    aliasesOf(db),
    readMeta(db, 'parked'),
  ]);
  const blocked = blockedBy(pending.entries, refused);
  const isOffline = typeof navigator !== 'undefined' && !navigator.onLine;
  function stateOf(entry: OutboxEntry): CommandState {
    if (pending.isAccepted(entry.n)) return 'sent';
    if (blocked.has(entry.cmdId)) return 'blocked';
    if (parked === true) return 'signin';
    return pending.isSent(entry.n) && !isOffline ? 'sending' : 'queued';
  }
  return { pending, refused, aliases, stateOf };
}

/**
 * Returns the commands that must wait for the decision about a refused one: those that depend on it, and in an order's
 * lane all later ones. Transitive, oldest first.
 */
export function blockedBy(entries: readonly OutboxEntry[], refused: readonly RefusedRow[]): Set<string> {
  const blocked = new Set<string>();
  if (refused.length === 0) return blocked;
  const causes = new Set(refused.map((row) => row.cmdId));
  const halted = new Map<string, number>();
  for (const { entry } of refused) {
    if (entry.lane.startsWith('order:')) halted.set(entry.lane, Math.min(entry.n, halted.get(entry.lane) ?? entry.n));
  }
  const dependenciesOf = dependenciesIn([...refused.map((row) => row.entry), ...entries]);
  for (const entry of entries) {
    const from = halted.get(entry.lane);
    const depends = dependenciesOf(entry).some((dep) => causes.has(dep));
    if (!depends && (from === undefined || entry.n < from)) continue;
    blocked.add(entry.cmdId);
    causes.add(entry.cmdId);
  }
  return blocked;
}

/** Groups items by key, in their order. Map.groupBy is missing in some supported browsers. */
export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Returns the canonical id of the room a command belongs to. */
export function roomIdOf(entry: OutboxEntry, outbox: OutboxState): string | undefined {
  if (!entry.lane.startsWith('room:')) return undefined;
  const id = entry.lane.slice('room:'.length);
  return outbox.aliases.get(id) ?? id;
}
