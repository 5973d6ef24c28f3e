import { agreesTo } from './stored-consent.ts';
import { setCookie } from './stored-session.ts';

/**
 * Small things remembered for convenience (language, theme): in local storage once the person agrees to the category
 * `functional`, until then for as long as the page is open.
 */

export type RememberedName = 'i18nextLng' | 'vfp.theme' | 'vfp.storage-note';
const names: readonly RememberedName[] = ['i18nextLng', 'vfp.theme', 'vfp.storage-note'];

/** null: to be forgotten. */
const ofThisPage = new Map<RememberedName, string | null>();

/** What is remembered under this name; null for nothing. */
export function remembered(name: RememberedName): string | null {
  const here = ofThisPage.get(name);
  if (here !== undefined) return here;
  return agreesTo('functional') ? localStorage.getItem(name) : null;
}

/** Remembers a value under this name, or with null forgets it. */
export function remember(name: RememberedName, value: string | null): void {
  ofThisPage.set(name, value);
  if (agreesTo('functional')) store(name, value);
}

/** To be called when the choice has changed: keeps what this page knows, or erases what earlier ones kept. */
export function followConsent(): void {
  const kept = agreesTo('functional');
  for (const name of names) {
    const here = ofThisPage.get(name);
    if (!kept) store(name, null);
    else if (here !== undefined) store(name, here);
  }
  if (!kept) setCookie('conversation_id', '', 0);
}

function store(name: RememberedName, value: string | null): void {
  if (value === null) localStorage.removeItem(name);
  else localStorage.setItem(name, value);
}
