import { useEffect } from 'react';
import type { CommandContext } from '../../db/context.ts';
import { noteFault } from '../../db/synclog.ts';
import { useArrival } from '../../session/arrival.tsx';
import { ordersWithTypedTexts } from '../../order/editor/typed-stash.ts';
import { useSession } from '../../session/session-context.tsx';

/**
 * Writes the texts that a page closed too early left typed in orders, without the user opening those orders. It waits
 * until the orders have been pulled, because their current state decides what a change means.
 */
export function useLeftoverTyping(): void {
  const { ctx } = useSession();
  const arrival = useArrival();
  useEffect(() => {
    if (arrival === 'here') takeUp(ctx).catch((error: unknown) => noteFault(ctx.db, 'typing', error));
  }, [arrival, ctx]);
}

async function takeUp(ctx: CommandContext): Promise<void> {
  const orderIds = await ordersWithTypedTexts(ctx.db);
  if (orderIds.length === 0) return;
  const { writeLeftoverTyping } = await import('../../order/wizard/prototyping.tsx');
  await writeLeftoverTyping(ctx, orderIds);
}
