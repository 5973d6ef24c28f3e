/**
 * Before the names of a company's calls: the specification lists them with the subscriptions, whose addresses begin with
 * that word. Both spellings are the same door.
 */
export const companyPrefixes = ['', '/subscriptions'] as const;

/** Rows of a table of routes (`GET /company_v2`), once for each spelling. */
export function inBothSpellings<T>(rows: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    companyPrefixes.flatMap((prefix) =>
      Object.entries(rows).map(([route, value]) => [route.replace(' ', ` ${prefix}`), value]),
    ),
  );
}
