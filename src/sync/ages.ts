import { retryPolicy } from '#domain/retry-policy.ts';
import { askFirst } from '../db/attention.ts';
import type { AttentionRow, OutboxEntry } from '../db/schema.ts';
import type { World } from './world.ts';

/**
 * What has waited for so long that its owner is asked. The device's clock only raises the doubt: it may have been wrong
 * when the command was made, or be wrong now. By the server's clock a command is at most as old as the time since the
 * server was last heard before it. Until the server is heard again, what is in doubt waits, and its lane with it.
 */
export function agesOf(
  waiting: readonly OutboxEntry[],
  { date, serverDate }: Pick<World, 'date' | 'serverDate'>,
): { tooOld: OutboxEntry[]; unsure: OutboxEntry[] } {
  const doubted = waiting.filter(({ createdAt }) => isLong(date() - createdAt));
  const now = serverDate();
  if (now === undefined) return { tooOld: [], unsure: doubted };
  return { tooOld: doubted.filter(({ heardAt }) => heardAt === undefined || isLong(now - heardAt)), unsure: [] };
}

function isLong(ms: number): boolean {
  return ms > retryPolicy.askBeforeSendingMs;
}

/** The entry, set aside until its owner has said whether it is still wanted. */
export function askRow(entry: OutboxEntry, at: number): AttentionRow {
  const message = 'This has waited for more than 60 days. Send it still?';
  return { cmdId: entry.cmdId, entry, code: askFirst, message, at };
}
