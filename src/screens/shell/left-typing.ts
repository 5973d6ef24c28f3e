import { useEffect } from 'react';
import type { CommandContext } from '../../db/context.ts';
import { noteFault } from '../../db/synclog.ts';
import { useArrival } from '../../routing/arrival.tsx';
import { ordersLeftTyped } from '../navigator/typed-stash.ts';
import { useSession } from '../../session/session-context.tsx';

/**
 * What a page that was closed too early has left typed into orders comes into them without anybody opening them; not
 * before the orders are here, because what they have become since decides what a change means.
 */
export function useLeftTyping(): void {
  const { ctx } = useSession();
  const arrival = useArrival();
  useEffect(() => {
    if (arrival === 'here') takeUp(ctx).catch((error: unknown) => noteFault(ctx.db, 'typing', error));
  }, [arrival, ctx]);
}

async function takeUp(ctx: CommandContext): Promise<void> {
  const orderIds = await ordersLeftTyped(ctx.db);
  if (orderIds.length === 0) return;
  const { takeUpTyped } = await import('../navigator/prototyping.tsx');
  await takeUpTyped(ctx, orderIds);
}
