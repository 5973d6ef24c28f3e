/** Consent categories: what the app cannot work without, what it remembers for convenience, and what it measures. */
export const consentCategories = ['necessary', 'functional', 'performance'] as const;
export type ConsentCategory = (typeof consentCategories)[number];

/** A consent choice, as stored in the cookie `cookie_consent` and on the server. */
export interface Consent {
  /** UUID of this choice; it does not identify a user. */
  id: string;
  categories: ConsentCategory[];
  /** Language in which the user was asked for consent. */
  language: string;
}

/**
 * Parses categories from the JSON string sent over the wire.
 * @returns the categories in the order of `consentCategories`, always with `necessary`; undefined for anything but an
 * array of known names
 */
export function categoriesFrom(json: string): ConsentCategory[] | undefined {
  let names: unknown;
  try {
    names = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!Array.isArray(names) || !names.every(isCategory)) return undefined;
  return consentCategories.filter((each) => each === 'necessary' || names.includes(each));
}

function isCategory(name: unknown): name is ConsentCategory {
  return consentCategories.some((each) => each === name);
}
