import { agreesTo } from './stored-consent.ts';
import { setCookie } from './stored-session.ts';

/**
 * Preferences such as language and theme: in local storage once the user has agreed to the category `functional`, until
 * then in memory.
 */

export type PreferenceName = 'i18nextLng' | 'vfp.theme' | 'vfp.storage-note' | 'vfp.pictures';
const names: readonly PreferenceName[] = ['i18nextLng', 'vfp.theme', 'vfp.storage-note', 'vfp.pictures'];

/** Values set on this page; null deletes the stored one. */
const inMemory = new Map<PreferenceName, string | null>();

/** Returns the preference, or null. */
export function preference(name: PreferenceName): string | null {
  const here = inMemory.get(name);
  if (here !== undefined) return here;
  return agreesTo('functional') ? localStorage.getItem(name) : null;
}

/** Sets the preference; null deletes it. */
export function setPreference(name: PreferenceName, value: string | null): void {
  inMemory.set(name, value);
  if (agreesTo('functional')) store(name, value);
}

/** Call when the consent has changed: stores this page's preferences, or deletes the stored ones. */
export function followConsent(): void {
  const kept = agreesTo('functional');
  for (const name of names) {
    const here = inMemory.get(name);
    if (!kept) store(name, null);
    else if (here !== undefined) store(name, here);
  }
  if (!kept) setCookie('conversation_id', '', 0);
}

function store(name: PreferenceName, value: string | null): void {
  if (value === null) localStorage.removeItem(name);
  else localStorage.setItem(name, value);
}
