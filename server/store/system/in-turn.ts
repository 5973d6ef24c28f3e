import { serverLimits } from '#domain/server-limits.ts';
import { refusalWithin } from '../../limits/turns.ts';
import { TurnsOfEach } from '../../limits/turns-of-each.ts';
import { networkOf } from '../../network.ts';
import type { Db, Tx } from './db.ts';
import { NoConnection, troubleOf } from './outage.ts';

/** Whose transactions take turns: those of a user, a session, or the network of a guest; `kind` groups them. */
export type Whose = ({ user: string } | { session: string } | { address: string }) & { kind: string };

/** Calls that began before one of them waited for a lock in vain. */
interface Batch {
  calls: number;
  isHeldUp: boolean;
}

/** The callers of a process: its connections are what their transactions would take from others. */
interface Callers {
  turns: TurnsOfEach;
  batches: Map<string, Batch>;
}

const callersOf = new WeakMap<Db, Callers>();

/**
 * Runs a transaction of which one user, or one network of guests, has a few at once. Their transactions want the same
 * locks, and one that waits for a lock holds a connection: without this queue, a caller with many calls would hold all
 * connections. Kinds of calls take turns, so that a sign-in does not wait behind all questions of its network.
 * `work` must not begin another transaction of the same caller.
 * @throws UNAVAILABLE with Retry-After when too many wait; NoConnection when one before waited for a lock in vain
 */
export async function transactionInTurn<T>(db: Db, whose: Whose, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { turns, batches } = callersOf.get(db) ?? newCallers(db);
  const key = keyOf(whose);
  const batch = batches.get(key) ?? { calls: 0, isHeldUp: false };
  batches.set(key, batch);
  batch.calls++;
  try {
    return await turns.run(key, () => runUnlessHeldUp(db, batch, work), whose.kind);
  } finally {
    batch.calls--;
    if ((batch.calls === 0 || batch.isHeldUp) && batches.get(key) === batch) batches.delete(key);
  }
}

/** Returns the number of transactions that wait for their turn. */
export function waitingForTurn(db: Db): number {
  return callersOf.get(db)?.turns.waiting ?? 0;
}

/** When a call before waited for a lock in vain, this one would wait as long again. */
async function runUnlessHeldUp<T>(db: Db, batch: Batch, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (batch.isHeldUp) throw new NoConnection();
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    // Before the next one has its turn.
    batch.isHeldUp ||= troubleOf(error) === 'locked';
    throw error;
  }
}

function keyOf(whose: Whose): string {
  if ('address' in whose) return `network ${networkOf(whose.address, 24)}`;
  return 'user' in whose ? `user ${whose.user}` : `session ${whose.session}`;
}

const refusal = () => refusalWithin(serverLimits.transactionsBackMs);

function newCallers(db: Db): Callers {
  const turns = new TurnsOfEach(serverLimits.transactionsOfCaller, serverLimits.transactionsWaiting, refusal);
  const callers = { turns, batches: new Map<string, Batch>() };
  callersOf.set(db, callers);
  return callers;
}
