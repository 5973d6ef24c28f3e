/**
 * When a page may be reloaded without anybody noticing: after it has been out of sight for a minute, or just when the
 * person goes to another place of the app; never while an input method is composing, or while something holds it back.
 */
const unseenMs = 60_000;

let hiddenSince: number | undefined;
let isComposing = false;
let came: () => void = () => undefined;
let isHeld: () => Promise<boolean> = () => Promise.resolve(false);

/** Whether this page has been out of sight for long enough. */
export async function mayReloadUnseen(): Promise<boolean> {
  return hiddenSince !== undefined && performance.now() - hiddenSince >= unseenMs && (await isIdle());
}

/** Calls back at every moment that would do, unless something holds the reload back. */
export function onQuietMoment(callback: () => void, held: () => Promise<boolean>): void {
  came = callback;
  isHeld = held;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    hiddenSince = document.visibilityState === 'hidden' ? performance.now() : undefined;
    if (hiddenSince !== undefined) timer = setTimeout(() => void tellIfIdle(), unseenMs);
  };
  document.addEventListener('visibilitychange', look);
  document.addEventListener('compositionstart', () => (isComposing = true), true);
  document.addEventListener('compositionend', () => (isComposing = false), true);
  look();
}

/** The person has gone to another place of the app. */
export function wentElsewhere(): void {
  void tellIfIdle();
}

async function tellIfIdle(): Promise<void> {
  if (await isIdle()) came();
}

async function isIdle(): Promise<boolean> {
  return !isComposing && !(await isHeld());
}
