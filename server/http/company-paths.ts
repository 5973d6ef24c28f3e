/**
 * Prefixes of the company's routes: the specification also lists them below `/subscriptions`. Both paths are the same
 * route.
 */
export const companyPrefixes = ['', '/subscriptions'] as const;

/** Returns rows of a table of routes (`GET /company_v2`) once for each prefix. */
export function inBothSpellings<T>(rows: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    companyPrefixes.flatMap((prefix) =>
      Object.entries(rows).map(([route, value]) => [route.replace(' ', ` ${prefix}`), value]),
    ),
  );
}
