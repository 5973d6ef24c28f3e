import { removeEntries } from '../../db/progress.ts';
import { outboxStateIn, outboxStateOf, queueTables } from '../../db/outbox-state.ts';
import { type OutboxEntry, type UserDb, isEntry } from '../../db/schema.ts';

/**
 * Changes of an order that the server has refused, and those that wait behind them. An order's lane stops at a refusal,
 * so none of them has had an effect, also those that were sent.
 */

/** Returns the changes, oldest first. */
export async function strandedChanges(db: UserDb, orderId: string): Promise<OutboxEntry<'order.patch'>[]> {
  const outbox = await outboxStateOf(db);
  const behind = outbox.pending.entries.filter((entry) => outbox.stateOf(entry) === 'blocked');
  return [...outbox.refused.map(({ entry }) => entry), ...behind]
    .filter((entry): entry is OutboxEntry<'order.patch'> => isEntry(entry, 'order.patch'))
    .filter(({ args }) => args.orderId === orderId)
    .sort((a, b) => a.n - b.n);
}

/** Removes these changes, and no others that were written since. */
export async function dropStranded(db: UserDb, changes: readonly OutboxEntry<'order.patch'>[]): Promise<void> {
  const ids = new Set(changes.map(({ cmdId }) => cmdId));
  await db.transaction('rw!', queueTables(db), async () => {
    const outbox = await outboxStateIn(db);
    const behind = outbox.pending.entries.filter(
      (entry) => ids.has(entry.cmdId) && outbox.stateOf(entry) === 'blocked',
    );
    await db.attention.bulkDelete([...ids]);
    const numbers = behind.map(({ n }) => n);
    if (numbers.length > 0) await removeEntries(db, outbox.pending, numbers);
  });
}
