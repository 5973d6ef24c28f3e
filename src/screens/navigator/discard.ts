import { useSyncExternalStore } from 'react';
import { transitionOrder } from '../../commands/order-transition.ts';
import type { CommandContext } from '../../db/context.ts';
import { showNotice } from '../../ui/notice.tsx';

/**
 * Discarded drafts are hidden at once and discarded when the notice with its Undo has gone: there is no way back from
 * `cancelled`. Closing the page before that keeps the draft, which is the safe side.
 */
const undoMs = 6000;
let discarding: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>): void {
  discarding = next;
  for (const listener of listeners) listener();
}

function without(orderId: string): ReadonlySet<string> {
  return new Set([...discarding].filter((id) => id !== orderId));
}

/** Discards a draft unless it is taken back within a few seconds. */
export function discardWithUndo(ctx: CommandContext, orderId: string, words: { done: string; undo: string }): void {
  if (discarding.has(orderId)) return;
  change(new Set([...discarding, orderId]));
  const timer = setTimeout(() => {
    // Whether it was kept or not, the list shows the order as it is from here on.
    const shown = () => change(without(orderId));
    transitionOrder(ctx, { orderId, event: 'DISCARD' }).then(shown, shown);
  }, undoMs);
  const undo = () => {
    clearTimeout(timer);
    change(without(orderId));
  };
  showNotice({ title: words.done, duration: undoMs, action: { label: words.undo, run: undo } });
}

/** The drafts on their way out. */
export function useDiscarding(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => discarding,
  );
}
