import { MINUTE } from '#domain/ground/units.ts';

/**
 * Moments in which a page may be reloaded without disturbing its user: after it has been hidden for a minute, or right
 * after a navigation within the app. Never while an input method is composing, or while a hold is active.
 */
const hiddenMs = MINUTE;

let hiddenSince: number | undefined;
let isComposing = false;
let came: () => void = () => undefined;
let isHeld: () => Promise<boolean> = () => Promise.resolve(false);

/** Whether this page has been hidden for long enough. */
export async function mayReloadUnseen(): Promise<boolean> {
  return hiddenSince !== undefined && performance.now() - hiddenSince >= hiddenMs && (await isIdle());
}

/** Calls back at each such moment, unless a hold is active. */
export function onQuietMoment(callback: () => void, held: () => Promise<boolean>): void {
  came = callback;
  isHeld = held;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    hiddenSince = document.visibilityState === 'hidden' ? performance.now() : undefined;
    if (hiddenSince !== undefined) timer = setTimeout(() => void reportIfIdle(), hiddenMs);
  };
  document.addEventListener('visibilitychange', look);
  document.addEventListener('compositionstart', () => (isComposing = true), true);
  document.addEventListener('compositionend', () => (isComposing = false), true);
  look();
}

/** Call after each navigation within the app. */
export function noteNavigation(): void {
  void reportIfIdle();
}

async function reportIfIdle(): Promise<void> {
  if (await isIdle()) came();
}

async function isIdle(): Promise<boolean> {
  return !isComposing && !(await isHeld());
}
