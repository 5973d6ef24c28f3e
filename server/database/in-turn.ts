import { refusalWithin } from '../limits/turns.ts';
import { TurnsOfEach } from '../limits/turns-of-each.ts';
import { siteNetworkOf } from '../ground/network.ts';
import type { Db, Tx } from './db.ts';
import { NoConnection, troubleOf } from './outage.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Transactions of one user, or of one network of guests, at once. */
export const transactionsOfCaller = 3;
/** Maximum number of them that wait for their turn. */
export const transactionsWaiting = 100;
const transactionsBackMs = 5 * SECOND;
/** Time for which calls count as held up after a lock was waited for in vain. */
export const heldUpMs = 2 * SECOND;

/**
 * Callers whose transactions take turns: a user, a session, or the network of a guest; `kind` groups the transactions.
 */
export type TurnCaller = ({ user: string } | { session: string } | { address: string }) & { kind: string };

/** Calls that began before one of them waited for a lock in vain. */
interface Batch {
  calls: number;
  isHeldUp: boolean;
}

/** The callers of a process: its connections are what their transactions would take from others. */
interface Callers {
  turns: TurnsOfEach;
  batches: Map<string, Batch>;
  /** Callers of which one call has just waited for a lock in vain. */
  heldUp: Map<string, NodeJS.Timeout>;
  /** Turns of those callers: one at once, because the lock may still be held. */
  single: TurnsOfEach;
}

const callersOf = new WeakMap<Db, Callers>();

/**
 * Runs a transaction of which one user, or one network of guests, has a few at once. Their transactions want the same
 * locks, and one that waits for a lock holds a connection: without this queue, a caller with many calls would hold all
 * connections. After one has waited for a lock in vain, its caller has one at once. Kinds of calls take turns, so that
 * a sign-in does not wait behind all questions of its network. `work` must not begin another transaction of the same
 * caller.
 * @throws UNAVAILABLE with Retry-After when too many wait; NoConnection when one before waited for a lock in vain
 */
export async function transactionInTurn<T>(db: Db, whose: TurnCaller, work: (tx: Tx) => Promise<T>): Promise<T> {
  const callers = callersOf.get(db) ?? newCallers(db);
  const { turns, batches, heldUp, single } = callers;
  const key = keyOf(whose);
  const batch = batches.get(key) ?? { calls: 0, isHeldUp: false };
  batches.set(key, batch);
  batch.calls++;
  try {
    const run = () => runUnlessHeldUp(db, { batch, callers, key }, work);
    return await turns.run(key, () => (heldUp.has(key) ? single.run(key, run) : run()), whose.kind);
  } finally {
    batch.calls--;
    if ((batch.calls === 0 || batch.isHeldUp) && batches.get(key) === batch) batches.delete(key);
  }
}

/** Returns the number of transactions that wait for their turn. */
export function waitingForTurn(db: Db): number {
  return callersOf.get(db)?.turns.waiting ?? 0;
}

/** Runs the work unless a call before it waited for a lock in vain: this one would wait as long again. */
async function runUnlessHeldUp<T>(
  db: Db,
  { batch, callers, key }: { batch: Batch; callers: Callers; key: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (batch.isHeldUp) throw new NoConnection();
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    // Before the next one has its turn.
    if (troubleOf(error) === 'locked') {
      batch.isHeldUp = true;
      if (!(error instanceof NoConnection)) noteHeldUp(callers, key);
    }
    throw error;
  }
}

function noteHeldUp({ heldUp }: Callers, key: string): void {
  clearTimeout(heldUp.get(key));
  heldUp.set(key, setTimeout(() => heldUp.delete(key), heldUpMs).unref());
}

function keyOf(whose: TurnCaller): string {
  if ('address' in whose) return `network ${siteNetworkOf(whose.address)}`;
  return 'user' in whose ? `user ${whose.user}` : `session ${whose.session}`;
}

const refusal = () => refusalWithin(transactionsBackMs);

function newCallers(db: Db): Callers {
  const turns = new TurnsOfEach(transactionsOfCaller, transactionsWaiting, refusal);
  const single = new TurnsOfEach(1, transactionsOfCaller, refusal);
  const callers: Callers = { turns, batches: new Map(), heldUp: new Map(), single };
  callersOf.set(db, callers);
  return callers;
}
