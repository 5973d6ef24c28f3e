import { patchOrder } from '../../commands/order-patch.ts';
import type { CommandContext } from '../../db/context.ts';
import { clearDraft, draftsBelow, saveDraft } from '../../db/drafts.ts';
import type { UserDb } from '../../db/schema.ts';
import { noteFault } from '../../db/synclog.ts';
import { orderOf, type OrderView } from '../../db/views.ts';
import { SeenVersions } from './seen-versions.ts';
import { TypedFields, type KeptText, type TypedDoors } from './typed-fields.ts';
import { dropStash, keptText, stashedTexts, typedKey } from './typed-stash.ts';
import { unlessShown } from './typing-lock.ts';

/** What a page that is gone has left typed: the wizard goes on with it, and without the wizard it becomes a patch. */

/** The ways of what is typed into this order: to the disk, and into the order. */
export function doorsOf(ctx: CommandContext, orderId: string, failed: (error: unknown) => void): TypedDoors {
  const { db } = ctx;
  return {
    keep: (path, kept) =>
      kept === null ? clearDraft(db, typedKey(orderId, path)) : saveDraft(db, typedKey(orderId, path), kept),
    write: (path, value, base) => patchOrder(ctx, { orderId, changes: [{ path, value, base }] }),
    failed,
  };
}

/** What is typed into an order, on the versions it shows now; `restored` are texts typed earlier that never reached it. */
export function typingInto(
  ctx: CommandContext,
  orderId: string,
  order: OrderView | null,
  restored: Record<string, KeptText>,
  failed: (error: unknown) => void,
): { fields: TypedFields; seen: SeenVersions } {
  const seen = new SeenVersions();
  seen.show(order?.vers ?? {});
  const fields = new TypedFields(order?.doc ?? {}, seen, restored, doorsOf(ctx, orderId, failed));
  fields.hold(isHeld(order));
  return { seen, fields };
}

/** Whether the order waits to be placed or discarded, and takes no changes until that is taken back. */
export function isHeld(order: Pick<OrderView, 'intent'> | null): boolean {
  return order !== null && order.intent !== null;
}

/** The texts typed into this order that never reached it, by path. */
export async function typedEarlier(db: UserDb, orderId: string): Promise<Record<string, KeptText>> {
  const rows = await draftsBelow(db, typedKey(orderId));
  const kept = rows.flatMap(([path, value]) => {
    const text = keptText(value);
    return text === undefined ? [] : [[path, text] as const];
  });
  return { ...Object.fromEntries(kept), ...stashedTexts(db, orderId) };
}

/**
 * Writes what was typed into these orders and never reached them, as leaving the fields would have. What no page can
 * read stays typed, and what a page still shows is left to that page.
 */
export async function takeUpTyped(ctx: CommandContext, orderIds: readonly string[]): Promise<void> {
  await Promise.all(orderIds.map((orderId) => unlessShown(ctx.db, orderId, () => takeUp(ctx, orderId))));
}

async function takeUp(ctx: CommandContext, orderId: string): Promise<void> {
  const { db, me } = ctx;
  const [order, typed] = await Promise.all([orderOf(db, me, orderId), typedEarlier(db, orderId)]);
  if (order !== undefined && (order.status !== 'draft' || order.intent !== null || order.ownerId !== me.id)) return;
  const { fields } = typingInto(ctx, orderId, order ?? null, typed, (error) => noteFault(db, 'typing', error));
  await fields.settle();
  await fields.kept();
  dropStash(db, orderId);
}
