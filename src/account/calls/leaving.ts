import type { CommandContext } from '../../db/context.ts';
import { pendingIn } from '../../db/pending.ts';
import { removeEntries } from '../../db/progress.ts';

/**
 * Deletes everything unsent from this device for good: unsent and refused commands, drafts, and files that nothing
 * needs. Commands that may have reached the server stay.
 * @returns the number of commands that stay
 */
export async function discardEverything(ctx: CommandContext): Promise<number> {
  const { db } = ctx;
  const tables = [db.outbox, db.progress, db.acks, db.attention, db.blobs, db.drafts];
  const left = await db.transaction('rw!', tables, async () => {
    const pending = await pendingIn(db);
    await db.attention.clear();
    await db.drafts.clear();
    const waiting = pending.unaccepted();
    const unsent = waiting.filter(({ n }) => !pending.isSent(n)).map(({ n }) => n);
    if (unsent.length > 0) await removeEntries(db, pending, unsent);
    const needed = new Set(waiting.filter(({ n }) => pending.isSent(n)).flatMap(({ deps }) => deps));
    await db.blobs.filter(({ sha256 }) => !needed.has(sha256)).delete();
    return waiting.length - unsent.length;
  });
  ctx.appended();
  return left;
}
