import { showNotice } from '../../ui/notice.tsx';

/**
 * What was taken away within some seconds of each other: one notice puts all of it back, and `undoNewest` one thing after
 * the other. Each thing taken away or put back begins the seconds anew.
 */
export const undoMs = 8000;

/** The notice's text while this is the newest of so many. */
type Words = (count: number) => { title: string; detail?: string; undo: string };

interface Taken {
  putBack: () => Promise<unknown>;
  words: Words;
}

let burst: Taken[] = [];
let dismiss: () => void = () => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Offers for some seconds to put back what was taken away. */
export function offerUndo(putBack: Taken['putBack'], words: Words): void {
  show([...burst, { putBack, words }]);
}

/** Puts back the newest; false where there is none. */
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

function show(now: Taken[]): void {
  burst = now;
  dismiss();
  clearTimeout(timer);
  const newest = now.at(-1);
  if (newest === undefined) return;
  const { undo, ...said } = newest.words(now.length);
  dismiss = showNotice({ ...said, action: { label: undo, run: () => void undoAll() }, duration: undoMs });
  timer = setTimeout(() => show([]), undoMs);
}
