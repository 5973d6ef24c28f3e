import { showNotice } from '../../ui/notice/notice.tsx';
import { undoMs } from '../../ui/undo-time.ts';

/**
 * Commands discarded within `undoMs` of each other form a burst: one notice restores all of them, and
 * `undoNewest` restores one at a time. Each discard and each undo restarts the time.
 */

/** Returns the texts of the notice for a burst of `count` commands of which this is the newest. */
type NoticeTexts = (count: number) => { title: string; detail?: string; undo: string };

interface DiscardedCommand {
  putBack: () => Promise<unknown>;
  words: NoticeTexts;
}

let burst: DiscardedCommand[] = [];
let dismiss: () => void = () => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Adds a discarded command to the burst and offers for `undoMs` to restore it with `putBack`. */
export function offerUndo(putBack: DiscardedCommand['putBack'], words: NoticeTexts): void {
  show([...burst, { putBack, words }]);
}

/**
 * Restores the newest command of the burst.
 * @returns whether there was one
 */
export function undoNewest(): boolean {
  const newest = burst.at(-1);
  if (newest === undefined) return false;
  show(burst.slice(0, -1));
  void newest.putBack();
  return true;
}

async function undoAll(): Promise<void> {
  const all = burst.toReversed();
  show([]);
  for (const { putBack } of all) await putBack();
}

function show(now: DiscardedCommand[]): void {
  burst = now;
  dismiss();
  clearTimeout(timer);
  const newest = now.at(-1);
  if (newest === undefined) return;
  const { undo, ...said } = newest.words(now.length);
  dismiss = showNotice({ ...said, action: { label: undo, run: () => void undoAll() } });
  timer = setTimeout(() => show([]), undoMs);
}
