import { dependenciesIn } from './dependencies.ts';
import { aliasesOf, factOf } from './meta.ts';
import { outboxTables, pendingIn, type Pending } from './pending.ts';
import type { AttentionRow, OutboxEntry, UserDb } from './schema.ts';

/** Where every command that waits stands, and why. */
export type State = 'queued' | 'sending' | 'sent' | 'blocked' | 'refused' | 'signin';

export interface Standing {
  pending: Pending;
  refused: AttentionRow[];
  /** Rooms made here that turned out to be others. */
  aliases: Map<string, string>;
  stateOf(entry: OutboxEntry): State;
}

/** Reads the queue and what was refused of it, in a transaction of its own. */
export function standingOf(db: UserDb): Promise<Standing> {
  return db.transaction('r!', queueTables(db), async () => standingIn(db));
}

/** The tables a standing is read from: one moment of all of them, so that nothing shows twice or not at all. */
export function queueTables(db: UserDb) {
  return [...outboxTables(db), db.attention, db.meta];
}

/** The same, inside a transaction that covers `queueTables`. */
export async function standingIn(db: UserDb): Promise<Standing> {
  // All at once: whoever looks waits for one answer.
  const [pending, refused, aliases, parked] = await Promise.all([
    pendingIn(db),
    db.attention.toArray(),
    aliasesOf(db),
    factOf(db, 'parked'),
  ]);
  const stuck = stuckBy(pending.entries, refused);
  const isOffline = typeof navigator !== 'undefined' && !navigator.onLine;
  function stateOf(entry: OutboxEntry): State {
    if (pending.isAccepted(entry.n)) return 'sent';
    if (stuck.has(entry.cmdId)) return 'blocked';
    if (parked === true) return 'signin';
    return pending.isSent(entry.n) && !isOffline ? 'sending' : 'queued';
  }
  return { pending, refused, aliases, stateOf };
}

/**
 * The commands that cannot go on before somebody has decided about a refused one: what depends on it by name, and in
 * the lane of an order everything that was made after it. Transitive, in order of making.
 */
export function stuckBy(entries: readonly OutboxEntry[], refused: readonly AttentionRow[]): Set<string> {
  const stuck = new Set<string>();
  if (refused.length === 0) return stuck;
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
    stuck.add(entry.cmdId);
    causes.add(entry.cmdId);
  }
  return stuck;
}

/** Items by key, in their order; Map.groupBy is too new for some browsers this app serves. */
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
