import { type Consent, type ConsentCategory, categoriesFrom } from '#domain/consent.ts';
import { cookie, setCookie } from './stored-session.ts';

/** What this device remembers of the choice about cookies: the cookie `cookie_consent`, and nothing before the choice. */

const name = 'cookie_consent';

/** The choice, read anew each time: another tab may have made it. */
export function storedConsent(): Consent | undefined {
  try {
    const { id, categories, language }: Record<string, unknown> = JSON.parse(cookie(name) ?? '{}');
    const known = categoriesFrom(JSON.stringify(categories));
    if (typeof id !== 'string' || typeof language !== 'string' || known === undefined) return undefined;
    return { id, categories: known, language };
  } catch {
    return undefined;
  }
}

/** Remembers the choice for 180 days from now. */
export function storeConsent(consent: Consent): void {
  setCookie(name, JSON.stringify(consent));
}

/** Whether the person has agreed to this; before any choice, to nothing that is not necessary. */
export function agreesTo(category: ConsentCategory): boolean {
  return category === 'necessary' || storedConsent()?.categories.includes(category) === true;
}
