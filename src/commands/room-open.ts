import type { CommandContext } from '../db/context.ts';
import type { RoomType } from '#domain/chat.ts';

/** Opens a room; answers its id at once, also with no network. */
export async function openRoom(
  ctx: CommandContext,
  room: { type: RoomType; name?: string; orderId?: string; resultName?: string },
): Promise<string> {
  throw new Error(`not there yet ${ctx.appVersion} ${room.type}`);
}
