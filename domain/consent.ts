/** What a person can agree to: what the app cannot do without, what it remembers for convenience, and what it measures. */
export const consentCategories = ['necessary', 'functional', 'performance'] as const;
export type ConsentCategory = (typeof consentCategories)[number];

/** A choice, as the cookie `cookie_consent` and the server keep it. */
export interface Consent {
  /** A UUID of this choice; it does not identify a user. */
  id: string;
  categories: ConsentCategory[];
  /** The language the question was asked in. */
  language: string;
}

/**
 * Takes the categories as the JSON string of the wire; gives them in their order, `necessary` always among them.
 * @returns undefined for anything but an array of known names
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
