import { copiedChanges } from '#domain/order/fields/copied.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { templatePath } from '#domain/order/fields/template.ts';
import type { CommandContext } from '../../db/context.ts';
import { importOrder } from './order-import.ts';
import { patchOrder } from './order-patch.ts';

/** Makes a draft with the design and the tests of an order or a template, also offline. @returns its id */
export function copyOrder(ctx: CommandContext, doc: OrderDoc): Promise<string> {
  return importOrder(
    ctx,
    copiedChanges(doc, () => ctx.newId()),
  );
}

/**
 * Keeps the design and the tests of an order as a template. The title stays with the order, because it names only that.
 * @returns the id of the template
 */
export function saveTemplate(ctx: CommandContext, { name, doc }: { name: string; doc: OrderDoc }): Promise<string> {
  const { title: _title, ...design } = doc;
  const changes = copiedChanges(design, () => ctx.newId());
  // The name comes first: what an order is, is decided by its first change.
  return importOrder(ctx, [{ path: templatePath, value: name.trim() }, ...changes]);
}

export async function renameTemplate(ctx: CommandContext, template: { orderId: string; name: string }): Promise<void> {
  const { orderId, name } = template;
  await patchOrder(ctx, { orderId, changes: [{ path: templatePath, value: name.trim() }] });
}
