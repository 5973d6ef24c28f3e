/** Anything JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * The one text that stands for a value: object keys sorted, no spaces, `undefined` members dropped.
 * Both sides hash this text, so equal values always have equal hashes.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return `{${membersOf(value as Record<string, unknown>)}}`;
  return JSON.stringify(value) ?? 'null';
}

function membersOf(value: Record<string, unknown>): string {
  let text = '';
  // Sorted by code units, as both sides compare strings.
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return text;
}
