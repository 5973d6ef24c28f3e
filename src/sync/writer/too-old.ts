import { retryPolicy } from '#domain/spine/retry-policy.ts';
import { askFirst } from '../../db/refused.ts';
import type { RefusedRow, OutboxEntry } from '../../db/schema.ts';
import type { World } from '../world.ts';

/**
 * Finds commands that are too old to send without asking their user. The device's clock only raises a suspicion,
 * because it may have been wrong when the command was made, or be wrong now. By the server's clock, a command is at
 * most as old as the last reply before it was made. Until the server replies again, suspected commands wait, and their
 * lanes with them.
 * @returns `tooOld`: ask the user; `unsure`: the server's time is not known yet
 */
export function tooOldAmong(
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

/** Returns the row that moves a command to the attention table, where its user confirms or discards it. */
export function confirmationRow(entry: OutboxEntry, at: number): RefusedRow {
  const message = 'This has waited for more than 60 days. Do you still want to send it?';
  return { cmdId: entry.cmdId, entry, code: askFirst, message, at };
}
