import type { KnowledgeState } from '#domain/assistant/wire/saved-knowledge.ts';

/** State of the knowledge base, as announced; `withinMs`: time over which all devices spread their requests. */
export type KnowledgeChange = KnowledgeState & { withinMs: number };

export interface KnowledgeHintParts {
  /** Asks for changes unless the device has this state. */
  upTo: (state: KnowledgeState) => Promise<void>;
  isVisible: () => boolean;
  /** Calls a function after this time in ms, unless the session ends before. */
  later: (fn: () => void, ms: number) => void;
  /** 0 to 1. */
  random: () => number;
}

/**
 * Follows the server's hints at a changed knowledge base. A hidden page asks for nothing; it does when it is shown
 * again. After an outage the server repeats its last hint.
 * @returns `hinted` takes a hint, `shown` is called when the page becomes visible
 */
export function followKnowledgeHints({ upTo, isVisible, later, random }: KnowledgeHintParts): {
  hinted: (change: KnowledgeChange) => void;
  shown: () => void;
} {
  let newest: KnowledgeChange | undefined;
  let isWaiting = false;

  function ask(): void {
    isWaiting = false;
    if (newest === undefined || !isVisible()) return;
    const { epoch, revision, settings } = newest;
    newest = undefined;
    void upTo({ epoch, revision, settings });
  }

  function wait(): void {
    if (newest === undefined || isWaiting || !isVisible()) return;
    isWaiting = true;
    later(ask, random() * newest.withinMs);
  }

  return {
    hinted(change) {
      newest = change;
      wait();
    },
    shown: wait,
  };
}
