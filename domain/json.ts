/** Anything JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * The one text that stands for a value: object keys sorted, no spaces, `undefined` members dropped.
 * Both sides hash this text, so equal values always have equal hashes.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
