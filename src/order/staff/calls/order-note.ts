import { Refusal } from '#domain/ground/errors.ts';
import { isBlank } from '#domain/ground/text.ts';
import type { CommandContext } from '../../../db/context.ts';
import type { DraftChange } from '../../../db/draft-row.ts';
import { append } from '../../../db/outbox.ts';

/**
 * Writes a note for staff about an order.
 * @param clearsDraft removes the text from the draft it was written in, in the same transaction
 */
export async function writeNote(
  ctx: CommandContext,
  { orderId, text }: { orderId: string; text: string },
  clearsDraft: DraftChange,
): Promise<void> {
  if (isBlank(text)) throw new Refusal('INVALID', [{ path: 'text', code: 'REQUIRED' }]);
  await append(ctx, { cmdId: ctx.newId(), type: 'order.note', args: { orderId, text: text.trim() } }, [], clearsDraft);
}
