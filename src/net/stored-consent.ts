import { type Consent, type ConsentCategory, categoriesFrom } from '#domain/account/consent.ts';
import { cookie, setCookie } from './stored-session.ts';

/** The stored choice about cookies: the cookie `cookie_consent`. Nothing is stored before the choice. */

const name = 'cookie_consent';

/** Reads the choice each time, because another tab may have made it. */
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

/** Stores the choice for 180 days. */
export function storeConsent(consent: Consent): void {
  setCookie(name, JSON.stringify(consent));
}

/** Whether the user has agreed to the category; before the choice, only to necessary ones. */
export function agreesTo(category: ConsentCategory): boolean {
  return category === 'necessary' || storedConsent()?.categories.includes(category) === true;
}
