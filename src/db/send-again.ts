import type { CommandContext } from './context.ts';
import { askFirst, requeue, tooManyRetries, withdraw } from './refused.ts';
import type { RefusedRow, StoredEntry } from './schema.ts';

/** Codes of refusals by this device: the server has no receipt under the command's id. */
const unanswered = new Set([askFirst, tooManyRetries]);

/**
 * Sends a refused command again with a new id and its old number: the server keeps the receipt of the old id for ever.
 * Its arguments stay, unless `renew` changes them.
 * @returns false when it is no longer refused
 */
export async function sendAgain(
  ctx: CommandContext,
  cmdId: string,
  renew: (row: RefusedRow) => Promise<StoredEntry> = async ({ entry }) => entry,
): Promise<boolean> {
  const queued = await requeue(ctx.db, cmdId, async (row) => {
    const again = await renew(row);
    return { ...again, createdAt: Date.now(), cmdId: unanswered.has(row.code) ? cmdId : ctx.newId() };
  });
  if (queued) ctx.appended();
  return queued;
}

/**
 * Discards a refused or unsent command. A command in flight stays, because it may have taken effect.
 * @returns a function that puts it back; it does nothing if the command stayed
 */
export async function discardWaiting(ctx: CommandContext, cmdId: string): Promise<() => Promise<void>> {
  const putBack = await withdraw(ctx.db, ctx.rules, cmdId);
  ctx.appended();
  return async () => {
    await putBack?.();
    ctx.appended();
  };
}
