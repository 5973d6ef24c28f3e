import { mayChangeDraft } from '#domain/order/life/draft-rights.ts';
import { patchOrder } from '../calls/order-patch.ts';
import type { CommandContext } from '../../db/context.ts';
import { clearDraft, draftsBelow, saveDraft } from '../../db/drafts.ts';
import type { UserDb } from '../../db/schema.ts';
import { noteFault } from '../../db/synclog.ts';
import { orderOf } from '../views/order-views.ts';
import { SeenVersions } from './seen-versions.ts';
import { TypedFields, type KeptText, type TypingPorts } from './typed-fields.ts';
import { dropStash, keptText, stashedTexts, typedKey } from './typed-stash.ts';
import { unlessShown } from './typing-lock.ts';
import type { OrderView } from '../views/view-types.ts';

/** Texts that a closed page left typed: the wizard restores them; where no wizard is open, they become a patch. */

/** Returns the functions that save typed texts on the device and write them into this order. */
export function typingPortsOf(ctx: CommandContext, orderId: string, failed: (error: unknown) => void): TypingPorts {
  const { db } = ctx;
  return {
    keep: (path, kept) =>
      kept === null ? clearDraft(db, typedKey(orderId, path)) : saveDraft(db, typedKey(orderId, path), kept),
    write: (path, value, base, also) => patchOrder(ctx, { orderId, changes: [{ path, value, base }, ...also] }),
    failed,
  };
}

/**
 * Creates the typed fields of an order, based on the versions it shows now.
 * @param restored texts typed earlier that were never written into the order, by path
 */
export function createTypedFields(
  ctx: CommandContext,
  orderId: string,
  order: OrderView | null,
  restored: Record<string, KeptText>,
  failed: (error: unknown) => void,
): { fields: TypedFields; seen: SeenVersions } {
  const seen = new SeenVersions();
  seen.show(order?.vers ?? {});
  const fields = new TypedFields(order?.doc ?? {}, seen, restored, typingPortsOf(ctx, orderId, failed));
  fields.hold(awaitsStatusCommand(order));
  return { seen, fields };
}

/** Returns whether a place or status command is pending: the order takes no changes until it is withdrawn. */
export function awaitsStatusCommand(order: Pick<OrderView, 'pendingTransition'> | null): boolean {
  return order !== null && order.pendingTransition !== null;
}

/** Returns the texts typed into this order that were never written into it, by path. */
export async function leftoverTypingOf(db: UserDb, orderId: string): Promise<Record<string, KeptText>> {
  const rows = await draftsBelow(db, typedKey(orderId));
  const kept = rows.flatMap(([path, value]) => {
    const text = keptText(value);
    return text === undefined ? [] : [[path, text] as const];
  });
  return { ...Object.fromEntries(kept), ...stashedTexts(db, orderId) };
}

/**
 * Writes the texts left typed in these orders, as leaving the fields would have. Texts that cannot be read stay typed.
 * An order that a page still shows is skipped, because that page writes its texts.
 */
export async function writeLeftoverTyping(ctx: CommandContext, orderIds: readonly string[]): Promise<void> {
  await Promise.all(orderIds.map((orderId) => unlessShown(ctx.db, orderId, () => takeUp(ctx, orderId))));
}

async function takeUp(ctx: CommandContext, orderId: string): Promise<void> {
  const { db, me } = ctx;
  const [order, typed] = await Promise.all([orderOf(db, me, orderId), leftoverTypingOf(db, orderId)]);
  if (
    order !== undefined &&
    (order.status !== 'draft' || order.pendingTransition !== null || !mayChangeDraft(me, order))
  )
    return;
  const { fields } = createTypedFields(ctx, orderId, order ?? null, typed, (error) => noteFault(db, 'typing', error));
  await fields.settle();
  await fields.kept();
  dropStash(db, orderId);
}
