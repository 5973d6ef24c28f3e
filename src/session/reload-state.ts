import { reloadStateKey } from './reload-state-key.ts';

/**
 * Path, scroll offsets, focused field and text selection of a page that reloads itself. Stored before the reload, and
 * used once by the page after it.
 */
interface ReloadState {
  path: string;
  scrolled: { name: string; top: number; height: number }[];
  focused: { name: string; from: number | null; to: number | null } | null;
}

/** Stores the state before a reload. */
export async function saveReloadState(): Promise<void> {
  writePlace();
  // Stored again on `pagehide`, because the user may still type until then.
  addEventListener('pagehide', writePlace, { once: true });
}

function writePlace(): void {
  const at = document.activeElement;
  const scrolled = scrollers().flatMap(({ name, element }) =>
    element.scrollTop > 0 ? [{ name, top: element.scrollTop, height: element.scrollHeight }] : [],
  );
  const place: ReloadState = {
    path: addressNow(),
    scrolled,
    focused: at instanceof HTMLElement ? focusedIn(at) : null,
  };
  sessionStorage.setItem(reloadStateKey, JSON.stringify(place));
}

/** Restores scroll offsets and focus as soon as the elements are shown; the user's first input ends the attempt. */
export function restoreReloadState(): void {
  const stored = sessionStorage.getItem(reloadStateKey);
  sessionStorage.removeItem(reloadStateKey);
  if (stored === null) return;
  const place = JSON.parse(stored) as ReloadState;
  if (place.path !== addressNow()) return;
  const ended = new AbortController();
  const { signal } = ended;
  const look = (): void => {
    place.scrolled = place.scrolled.filter((each) => !scrollBack(each));
    if (place.focused !== null && focusBack(place.focused)) place.focused = null;
    if (place.focused === null && place.scrolled.length === 0) ended.abort();
  };
  const watching = new MutationObserver(look);
  watching.observe(document.documentElement, { subtree: true, childList: true, characterData: true });
  signal.addEventListener('abort', () => watching.disconnect());
  for (const move of ['pointerdown', 'keydown', 'wheel']) addEventListener(move, () => ended.abort(), { signal });
  setTimeout(() => ended.abort(), restoreTimeoutMs);
  look();
}

/** Deadline of the attempt; longer than any page takes to show data from the device. */
const restoreTimeoutMs = 10_000;

function addressNow(): string {
  return `${location.pathname}${location.search}`;
}

/** Scrolls an element to where it was. Returns whether its content is as high as before, so that it stays there. */
function scrollBack({ name, top, height }: ReloadState['scrolled'][number]): boolean {
  const element = scrollers().find((each) => each.name === name)?.element;
  if (element === undefined || element.scrollHeight - element.clientHeight < top) return false;
  element.scrollTop = top;
  return element.scrollHeight === height;
}

function focusBack({ name, from, to }: NonNullable<ReloadState['focused']>): boolean {
  const element = fields().find((each) => each.name === name)?.element;
  if (element === undefined) return false;
  element.focus({ preventScroll: true });
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) || to === null) return true;
  // The text is read from the device a moment after its field is shown.
  if (element.value.length < to) return false;
  element.setSelectionRange(from, to);
  return true;
}

function focusedIn(at: HTMLElement): ReloadState['focused'] {
  const name = fields().find(({ element }) => element === at)?.name;
  if (name === undefined) return null;
  const isText = at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.selectionEnd !== null);
  return { name, from: isText ? at.selectionStart : null, to: isText ? at.selectionEnd : null };
}

function fields() {
  return named('input, textarea, select, button, a', (element) => {
    const label = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : [];
    const text = label.map((each) => each.textContent).join(' ') || element.textContent;
    return element.getAttribute('aria-label') ?? element.getAttribute('name') ?? text.slice(0, 100);
  });
}

function scrollers() {
  return named('main, [role=log], [role=dialog] *, aside', (element) => element.id || element.role || '');
}

/** Returns elements with names that are stable across builds; elements of the same name are numbered. */
function named(selector: string, nameOf: (element: HTMLElement) => string): { name: string; element: HTMLElement }[] {
  const seen = new Map<string, number>();
  return [...document.querySelectorAll<HTMLElement>(selector)].map((element) => {
    const called = `${element.tagName} ${nameOf(element)}`;
    const before = seen.get(called) ?? 0;
    seen.set(called, before + 1);
    return { name: `${called} ${before}`, element };
  });
}
