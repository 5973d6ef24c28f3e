/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * Serializes a value to canonical JSON: object keys sorted, no spaces, `undefined` members dropped.
 * Client and server hash this text, so equal values always have equal hashes.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return `{${membersOf(value as Record<string, unknown>)}}`;
  return JSON.stringify(value) ?? 'null';
}

function membersOf(value: Record<string, unknown>): string {
  let text = '';
  // Sorted by UTF-16 code units, which gives the same order on client and server.
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return text;
}
