import { useSyncExternalStore } from 'react';
import { transitionOrder } from '../calls/order-transition.ts';
import type { CommandContext } from '../../db/context.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { undoMs } from '../../ui/undo-time.ts';

/**
 * A discarded draft is hidden at once, but its command is written only after `undoMs`, because `cancelled` is a
 * final status. Closing the page earlier keeps the draft, which is the safe outcome.
 */
let discarding: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>): void {
  discarding = next;
  for (const listener of listeners) listener();
}

function without(orderId: string): ReadonlySet<string> {
  return new Set([...discarding].filter((id) => id !== orderId));
}

/**
 * Hides a draft at once and discards it after `undoMs`, unless the user clicks Undo. A second call does nothing.
 */
export function discardWithUndo(ctx: CommandContext, orderId: string, words: { done: string; undo: string }): void {
  if (discarding.has(orderId)) return;
  change(new Set([...discarding, orderId]));
  const timer = setTimeout(() => {
    // Whether or not the command could be written, the list shows the actual order again.
    const shown = () => change(without(orderId));
    transitionOrder(ctx, { orderId, event: 'DISCARD' }).then(shown, shown);
  }, undoMs);
  const undo = () => {
    clearTimeout(timer);
    change(without(orderId));
  };
  showNotice({ title: words.done, action: { label: words.undo, run: undo } });
}

/** Returns the ids of the hidden drafts whose discard has not finished. Live. */
export function useDiscarding(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => discarding,
  );
}
