/** PostgreSQL cannot store NUL, nor half a surrogate pair: the one goes, the other becomes U+FFFD. */
export function storable(value: unknown): unknown {
  if (isStorable(value)) return value;
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  const members = Object.entries(value as object).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(members.map(([key, member]) => [storable(key), storable(member)]));
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== 'object' || value === null) return true;
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || !isStorable(key) || !isStorable(value[key as never])) return false;
  }
  return true;
}
