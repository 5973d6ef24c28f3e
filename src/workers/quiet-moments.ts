/**
 * When a page may be reloaded without anybody noticing: after it has been out of sight for a minute, or just when the
 * person goes to another place of the app; never while an input method is composing, or while something holds it back.
 */
const unseenMs = 60_000;

let hiddenSince: number | undefined;
let isComposing = false;
let came: () => void = () => undefined;
const holds = new Set<() => Promise<boolean>>();

/** Takes what says that a reload would disturb now, such as an upload under way; gives the end of it. */
export function holdBack(isBusy: () => Promise<boolean>): () => void {
  holds.add(isBusy);
  return () => void holds.delete(isBusy);
}

/** Whether this page has been out of sight for long enough. */
export async function mayReloadUnseen(): Promise<boolean> {
  return hiddenSince !== undefined && performance.now() - hiddenSince >= unseenMs && (await isIdle());
}

/** Calls back at every moment that would do. */
export function onQuietMoment(callback: () => void): void {
  came = callback;
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
  if (isComposing) return false;
  // Who cannot say, because its session has just ended, holds it back.
  return !(await Promise.all([...holds].map((isBusy) => isBusy().catch(() => true)))).includes(true);
}
