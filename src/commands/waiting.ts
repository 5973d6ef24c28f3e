import type { CommandContext } from '../db/context.ts';
import { askFirst, requeue, triedOften, withdraw } from '../db/attention.ts';
import type { AttentionRow, StoredEntry } from '../db/schema.ts';

/** Reasons this device gave: the server has given no answer that it would keep under the id. */
const unanswered = new Set([askFirst, triedOften]);

/**
 * Sends a refused command again, as a new wish in its old place: the server keeps its answer to the old id for ever.
 * What it says stays as it was, unless `renew` says otherwise. False when it is not refused any more.
 */
export async function sendAgain(
  ctx: CommandContext,
  cmdId: string,
  renew: (row: AttentionRow) => Promise<StoredEntry> = async ({ entry }) => entry,
): Promise<boolean> {
  const queued = await requeue(ctx.db, cmdId, async (row) => {
    const again = await renew(row);
    return { ...again, createdAt: Date.now(), cmdId: unanswered.has(row.code) ? cmdId : ctx.newId() };
  });
  if (queued) ctx.appended();
  return queued;
}

/**
 * Takes a refused or unsent command out of the queue; the answer puts it back. A command under way stays, because it may
 * have had its effect already: then the answer does nothing.
 */
export async function discardWaiting(ctx: CommandContext, cmdId: string): Promise<() => Promise<void>> {
  const putBack = await withdraw(ctx.db, cmdId);
  ctx.appended();
  return async () => {
    await putBack?.();
    ctx.appended();
  };
}
