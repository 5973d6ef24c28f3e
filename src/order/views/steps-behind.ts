import type { Order } from '#domain/order/data/order.ts';
import { inLane, pendingIn } from '../../db/pending.ts';
import { replaceEntries } from '../../db/progress.ts';
import { type OutboxEntry, type UserDb, isEntry } from '../../db/schema.ts';

/** Steps of staff and the commands before them: the version that a step is for counts the events of these. */

/**
 * Returns the version of an order that a step is for: the one that was seen, and the events of what this device sends
 * before it. If another user changes the order in between, the order has a later version by then.
 */
export function versionBehind(seen: Pick<Order, 'sseq' | 'reports'>, before: readonly OutboxEntry[]): number {
  const published = new Set(seen.reports?.flatMap(({ id, file }) => (file === null ? [] : [id])));
  return before.reduce((version, entry) => {
    if (!isEntry(entry, 'report.publish')) return version + (oneEvent.has(entry.type) ? 1 : 0);
    const fresh = new Set(entry.args.reportIds.filter((id) => !published.has(id)));
    for (const id of fresh) published.add(id);
    return version + fresh.size;
  }, seen.sseq);
}

/** Commands about an order that are one event of it. */
const oneEvent: ReadonlySet<string> = new Set(['cells.mark', 'report.withdraw', 'parcel.change']);

/**
 * Corrects the versions of the steps behind a command that was discarded or put back. Else a step whose count is too
 * high is for a version that another user has made. Call inside a transaction over `outboxTables` and orders, without
 * the command in the outbox.
 * @param refusedAt time of the refusal: steps made after that have not counted it
 */
export async function recountSteps(
  db: UserDb,
  command: OutboxEntry,
  is: 'discarded' | 'back',
  refusedAt = Infinity,
): Promise<void> {
  if (!command.lane.startsWith('order:')) return;
  const pending = await pendingIn(db);
  const here = await db.orders.get(command.lane.slice('order:'.length));
  const others = inLane(pending, command.lane);
  const changed = others.flatMap((step): OutboxEntry[] => {
    if (step.n < command.n || step.createdAt > refusedAt || !isEntry(step, 'order.transition')) return [];
    const { expectVersion } = step.args;
    // A step that was sent may have overtaken the command that was put back.
    if (expectVersion === undefined || (is === 'back' && pending.isSent(step.n))) return [];
    const events = eventsOf(command, others, here);
    // A step that was made on a reply of the server may not have counted the command.
    const version = is === 'back' ? expectVersion + events : Math.max(expectVersion - events, step.before?.sseq ?? 1);
    return version === expectVersion ? [] : [{ ...step, args: { ...step.args, expectVersion: version } }];
  });
  if (changed.length > 0) await replaceEntries(db, pending, changed);
}

/** Returns the number of events that a command adds to those of the commands before it. */
function eventsOf(command: OutboxEntry, others: readonly OutboxEntry[], here: Order | undefined): number {
  const before = others.filter(({ n }) => n < command.n);
  const seen = here ?? { sseq: 0 };
  return versionBehind(seen, [...before, command]) - versionBehind(seen, before);
}
