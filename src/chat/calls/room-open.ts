import type { RoomType } from '#domain/account/room-types.ts';
import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';

/** Opens a room. @returns its id at once, also offline */
export async function openRoom(
  ctx: CommandContext,
  room: { type: RoomType; name?: string; orderId?: string; resultName?: string },
): Promise<string> {
  const roomId = ctx.newId();
  await append(ctx, { cmdId: ctx.newId(), type: 'room.open', args: { roomId, ...room } });
  return roomId;
}
