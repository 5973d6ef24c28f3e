import { serverLimits } from '#domain/server-limits.ts';
import { refusalWithin } from '../../limits/turns.ts';
import { TurnsOfEach } from '../../limits/turns-of-each.ts';
import { networkOf } from '../../network.ts';
import type { Db, Tx } from './db.ts';

/** Whose transactions take turns: those of a user, or of the network of a guest; `kind` groups them. */
export type Whose = { user: string; kind: string } | { address: string; kind: string };

/** Of each process: its connections are what the transactions would take from others. */
const turnsOf = new WeakMap<Db, TurnsOfEach>();

/**
 * Runs a transaction of which one user, or one network of guests, has a few at once. Their transactions want the same
 * locks, and one that waits for a lock holds a connection: without this queue, a caller with many calls would hold all
 * connections. Kinds of calls take turns, so that a sign-in does not wait behind all questions of its network.
 * `work` must not begin another transaction of the same caller.
 * @throws UNAVAILABLE with Retry-After when too many wait
 */
export function transactionInTurn<T>(db: Db, whose: Whose, work: (tx: Tx) => Promise<T>): Promise<T> {
  const turns = turnsOf.get(db) ?? newTurns();
  turnsOf.set(db, turns);
  const key = 'user' in whose ? `user ${whose.user}` : `network ${networkOf(whose.address, 24)}`;
  return turns.run(key, () => db.transaction().execute(work), whose.kind);
}

function newTurns(): TurnsOfEach {
  return new TurnsOfEach(serverLimits.transactionsOfCaller, serverLimits.transactionsWaiting, () =>
    refusalWithin(serverLimits.transactionsBackMs),
  );
}
