import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';
import { readChosenFiles } from '../../db/files/files-of.ts';

type ParcelStepArgs = CommandArgs<'parcel.change'>;

/** Takes a parcel one step on; a parcel that is announced for the first time gets its id here. */
export async function changeParcel(
  ctx: CommandContext,
  { parcelId = ctx.newId(), ...step }: Omit<ParcelStepArgs, 'parcelId'> & { parcelId?: string },
): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'parcel.change', args: { parcelId, ...step } });
}

/** Registers a parcel that has arrived unannounced, with the counts that were found in it. */
export async function registerParcel(
  ctx: CommandContext,
  parcel: Pick<ParcelStepArgs, 'orderId' | 'content' | 'sender'>,
): Promise<void> {
  const { orderId, content } = parcel;
  const parcelId = ctx.newId();
  const counts = content?.lines.map(({ count }) => count) ?? [];
  // Of one turn, so that both are stored or neither.
  await Promise.all([
    changeParcel(ctx, { ...parcel, parcelId, step: 'arrived' }),
    changeParcel(ctx, { orderId, parcelId, step: 'counted', counts }),
  ]);
}

/**
 * Refuses a parcel. Its photo goes into the room of the order as a message with the reason, before the refusal that
 * names it.
 */
export async function refuseParcel(
  ctx: CommandContext,
  refusal: { orderId: string; parcelId: string; reason: string },
  photo: { file: File; roomId: string } | undefined,
): Promise<void> {
  if (photo === undefined) return changeParcel(ctx, { ...refusal, step: 'refused' });
  const { refs, deps, blobs } = await readChosenFiles(ctx, [photo.file]);
  const message = { roomId: photo.roomId, content: refusal.reason, files: refs };
  const cmdId = ctx.newId();
  const id = refs[0]?.id;
  // Of one turn, so that both are stored or neither.
  await Promise.all([
    append(ctx, { cmdId, type: 'chat.send', args: message, deps }, blobs),
    append(ctx, {
      cmdId: ctx.newId(),
      type: 'parcel.change',
      args: { ...refusal, step: 'refused', ...(id === undefined ? {} : { photo: id }) },
      deps: [cmdId],
    }),
  ]);
}
