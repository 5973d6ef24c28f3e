import type { CommandContext } from '../../db/context.ts';
import { appendLate } from '../../db/outbox.ts';
import { inLane } from '../../db/pending.ts';
import { sideOfMe } from '../views/project-room.ts';
import { isEntry } from '../../db/schema.ts';

/** Marks a room as read up to a confirmed position, unless it is read already. A pending mark is moved. */
export async function markRead(ctx: CommandContext, mark: { roomId: string; upTo: number }): Promise<void> {
  const upTo = Math.floor(mark.upTo);
  await appendLate(ctx, async ({ pending, changeable }) => {
    const room = await ctx.db.rooms.get(mark.roomId);
    if (room !== undefined && room.marks[sideOfMe(room, ctx.me)] >= upTo) return null;
    const lane = `room:${mark.roomId}` as const;
    const known = inLane(pending, lane).some((entry) => isEntry(entry, 'read.mark') && entry.args.upTo >= upTo);
    if (known) return null;
    const newest = changeable(lane);
    const args = { roomId: mark.roomId, upTo };
    if (newest !== undefined && isEntry(newest, 'read.mark')) return { replace: { ...newest, args } };
    return { cmdId: ctx.newId(), type: 'read.mark', args };
  });
}
